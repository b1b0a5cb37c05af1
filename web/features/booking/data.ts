import { Availability } from '../../../src/contracts/availability.ts';
import { type CreateBooking, CreatedBooking } from '../../../src/contracts/bookings.ts';
import { CreatedHold, type CreateHold } from '../../../src/contracts/holds.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { requestJson } from '../../api.ts';

/** Free starts of one day for all these services together; the visitor's own hold takes nothing away. */
export function fetchSlots(
  date: SalonDate,
  services: readonly string[],
  hold_id: string | undefined,
  signal: AbortSignal,
) {
  return requestJson(Availability, '/api/availability', {
    query: { date, services: services.join(','), hold_id },
    signal,
  });
}

/** Books. Equal requests under one key are booked once, however often they are sent. */
export function createBooking(booking: CreateBooking, idempotencyKey: string) {
  return requestJson(CreatedBooking, '/api/bookings', { method: 'POST', body: booking, idempotencyKey });
}

/** Keeps a time from others for a while. */
export function holdSlot(wish: CreateHold, idempotencyKey: string, signal: AbortSignal) {
  return requestJson(CreatedHold, '/api/holds', { method: 'POST', body: wish, idempotencyKey, signal });
}
