import { getAvailabilityDays } from '../../src/contracts/bookings/availability.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { call } from '../api.ts';

/** The status of each day of a range, by date; with one stylist, or with anyone. */
export async function fetchDays(
  from: SalonDate,
  to: SalonDate,
  asked: { readonly services: readonly string[]; readonly stylist_id?: string | undefined },
  signal: AbortSignal,
) {
  const query = { from, to, services: asked.services.join(','), stylist_id: asked.stylist_id };
  const days = await call(getAvailabilityDays, { query, signal });
  return new Map(days.map(({ date, status }) => [date, status]));
}
