import {
  addSalonDays,
  instantOf,
  type Minutes,
  type SalonDate,
  salonDate,
} from '../../../src/salon/salon-time.ts';

/** The times that laboratories book, in a salon that is open round the clock. */

const TIME_ZONE = 'America/Los_Angeles';
const BOOKABLE_DAYS = 178;

const tomorrow = addSalonDays(salonDate(new Date(), TIME_ZONE), 1);

/** Nearly all days that can be booked, without one on which daylight saving skips a time. */
export const days: readonly SalonDate[] = Array.from({ length: BOOKABLE_DAYS }, (_, day) =>
  addSalonDays(tomorrow, day),
).filter((day) => [120, 150].every((start) => instantOf(day, start, TIME_ZONE) !== null));

/** Half hours of a day that an appointment of half an hour can begin at. */
const STARTS_A_DAY = 47;

/** A time of its own for each turn: day by day and only then the next start. */
export function startOf(turn: number): { readonly date: SalonDate; readonly start: Minutes } {
  const date = days[turn % days.length];
  const place = Math.floor(turn / days.length);
  if (date === undefined || place >= STARTS_A_DAY) throw new Error('the calendar is full');
  return { date, start: place * 30 };
}
