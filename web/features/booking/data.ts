import { Availability, AvailabilityDays } from '../../../src/contracts/availability.ts';
import { type CreateBooking, CreatedBooking } from '../../../src/contracts/bookings.ts';
import { CreatedHold, type CreateHold } from '../../../src/contracts/holds.ts';
import type { SalonDate } from '../../../src/contracts/salon-time.ts';
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

/** How each day of a range stands, by date. */
export async function fetchDays(
  from: SalonDate,
  to: SalonDate,
  services: readonly string[],
  signal: AbortSignal,
) {
  const days = await requestJson(AvailabilityDays, '/api/availability/days', {
    query: { from, to, services: services.join(',') },
    signal,
  });
  return new Map(days.map(({ date, status }) => [date, status]));
}

/** Books. Equal requests under one key are booked once, however often they are sent. */
export function createBooking(booking: CreateBooking, idempotencyKey: string) {
  return requestJson(CreatedBooking, '/api/bookings', { method: 'POST', body: booking, idempotencyKey });
}

/** Keeps a time from others for a while. */
export function holdSlot(wish: CreateHold, idempotencyKey: string, signal: AbortSignal) {
  return requestJson(CreatedHold, '/api/holds', { method: 'POST', body: wish, idempotencyKey, signal });
}
