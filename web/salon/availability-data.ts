import { AvailabilityDays } from '../../src/contracts/availability.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { requestJson } from '../api.ts';

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
