import { Availability } from '../../../src/contracts/availability.ts';
import { ManageAnswer, ManagedBooking, type ManageReschedule } from '../../../src/contracts/manage.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { requestJson } from '../../api.ts';

/** The private link: its token, and the booking's id if the address contains one. */
export interface PrivateLink {
  token: string;
  bookingId: string | undefined;
}

/** The appointment, at least as new as the position `after` when that is given. */
export function fetchBooking(
  { token, bookingId }: PrivateLink,
  after: string | undefined,
  signal: AbortSignal,
) {
  return requestJson(ManagedBooking, '/api/manage', {
    query: { booking_id: bookingId, after },
    token,
    signal,
  });
}

/** Times of one day to which this appointment can be moved. Its own time counts as free. */
export function fetchFreeTimes({ token }: PrivateLink, date: SalonDate, signal: AbortSignal) {
  return requestJson(Availability, '/api/manage/availability', { query: { date }, token, signal });
}

export function cancelBooking({ token, bookingId }: PrivateLink, idempotencyKey: string) {
  return requestJson(ManageAnswer, '/api/manage/cancel', {
    method: 'POST',
    query: { booking_id: bookingId },
    body: {},
    token,
    idempotencyKey,
  });
}

export function rescheduleBooking(
  { token, bookingId }: PrivateLink,
  move: ManageReschedule,
  idempotencyKey: string,
) {
  return requestJson(ManageAnswer, '/api/manage/reschedule', {
    method: 'POST',
    query: { booking_id: bookingId },
    body: move,
    token,
    idempotencyKey,
  });
}
