import type { NextFree } from '../../../src/contracts/bookings/availability.ts';
import type { Salon } from '../../../src/contracts/salon/salon.ts';
import { dayAs } from '../../../src/salon/date-text.ts';
import {
  dayOfWeek,
  isSalonDate,
  type SalonDate,
  salonDate,
  salonMinutes,
} from '../../../src/salon/salon-time.ts';
import { parseClock } from '../../../src/salon/time-text.ts';
import { shortTime } from '../../salon/opening-week.ts';
import { hearServerTime } from '../../ui/server-clock.ts';

export interface FreeTime {
  readonly date: SalonDate;
  /** `Tue, Nov 24, 9:30 AM`. */
  readonly text: string;
}

/** `Open today until 9 PM`; null on a day without further hours. */
export function openToday({ opening_hours, special_hours, time_zone }: Salon, now: Date): string | null {
  const today = salonDate(now, time_zone);
  const special = special_hours.find(({ date }) => date === today);
  const windows =
    special?.windows ?? opening_hours.filter(({ day_of_week }) => day_of_week === dayOfWeek(today));
  const closing = windows
    .map(({ end_time }) => end_time)
    .toSorted()
    .at(-1);
  if (closing === undefined || (parseClock(closing) ?? 0) <= salonMinutes(now, time_zone)) return null;
  return `Open today until ${shortTime(closing)}`;
}

/** The next free time; null when there is none. Not validated by a schema, to avoid loading zod on the home page. */
export async function fetchNextFree(signal: AbortSignal): Promise<FreeTime | null> {
  const response = await fetch('/api/availability/next', { signal });
  hearServerTime(response);
  const { next_free } = (await response.json()) as Partial<NextFree>;
  if (!response.ok || !next_free || !isSalonDate(next_free.date)) return null;
  return { date: next_free.date, text: `${dayAs(next_free.date, 'EEE, MMM d')}, ${next_free.time}` };
}
