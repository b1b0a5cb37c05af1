import { getAvailabilityDays } from '../../src/contracts/bookings/availability.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { call } from '../api.ts';

/** The status of each day of a range, by date. */
export async function fetchDays(
  from: SalonDate,
  to: SalonDate,
  services: readonly string[],
  signal: AbortSignal,
) {
  const query = { from, to, services: services.join(',') };
  const days = await call(getAvailabilityDays, { query, signal });
  return new Map(days.map(({ date, status }) => [date, status]));
}
