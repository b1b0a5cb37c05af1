import { Availability } from '../../../src/contracts/availability.ts';
import { type CreateBooking, CreatedBooking } from '../../../src/contracts/bookings.ts';
import { CreatedHold, type CreateHold } from '../../../src/contracts/holds.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { requestJson } from '../../api.ts';

/** Free times of one day for all these services together. The visitor's own hold doesn't block any. */
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

/** Creates the booking. Repeating a request with the same key doesn't book twice. */
export function createBooking(booking: CreateBooking, idempotencyKey: string) {
  return requestJson(CreatedBooking, '/api/bookings', { method: 'POST', body: booking, idempotencyKey });
}

/** Reserves a time for a few minutes. */
export function holdSlot(slot: CreateHold, idempotencyKey: string, signal: AbortSignal) {
  return requestJson(CreatedHold, '/api/holds', { method: 'POST', body: slot, idempotencyKey, signal });
}
