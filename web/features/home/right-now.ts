import { getAvailability } from '../../../src/contracts/availability.ts';
import type { Salon } from '../../../src/contracts/salon.ts';
import { listServices } from '../../../src/contracts/services.ts';
import { dayAs } from '../../../src/salon/date-text.ts';
import {
  addSalonDays,
  dayOfWeek,
  type SalonDate,
  salonDate,
  salonMinutes,
} from '../../../src/salon/salon-time.ts';
import { formatTime, parseClock } from '../../../src/salon/time-text.ts';
import { call } from '../../api.ts';
import { fetchDays } from '../../salon/fetch-days.ts';

export interface FreeTime {
  readonly date: SalonDate;
  /** `Tue, Nov 24, 9:30 AM`. */
  readonly text: string;
}

const DAYS_AHEAD = 30;

/** `Open today until 9 PM`; null on a day without further hours. */
export function openToday({ opening_hours, time_zone }: Salon, now: Date): string | null {
  const today = dayOfWeek(salonDate(now, time_zone));
  const ends = opening_hours
    .filter(({ day_of_week }) => day_of_week === today)
    .map(({ end_time }) => parseClock(end_time) ?? 0);
  const closing = Math.max(0, ...ends);
  if (closing <= salonMinutes(now, time_zone)) return null;
  return `Open today until ${formatTime(closing).replace(':00', '')}`;
}

/** The next free time for the shortest service; null when there is none within a month. */
export async function fetchNextFree({ time_zone }: Salon, signal: AbortSignal): Promise<FreeTime | null> {
  const offered = await call(listServices, { signal });
  const [shortest] = offered.toSorted((one, other) => one.duration - other.duration);
  if (!shortest) return null;
  const today = salonDate(new Date(), time_zone);
  const days = await fetchDays(today, addSalonDays(today, DAYS_AHEAD), [shortest.id], signal);
  const date = [...days].find(([, status]) => status === 'open')?.[0];
  if (date === undefined) return null;
  const { slots } = await call(getAvailability, { query: { date, services: shortest.id }, signal });
  const [time] = slots;
  return time === undefined ? null : { date, text: `${dayAs(date, 'EEE, MMM d')}, ${time}` };
}
