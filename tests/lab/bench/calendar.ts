import {
  addSalonDays,
  instantOf,
  type Minutes,
  type SalonDate,
  salonDate,
} from '../../../src/salon/salon-time.ts';

/** What the bench books, in a salon that is open round the clock so that its calendar outlasts the bench. */

const TIME_ZONE = 'America/Los_Angeles';
const BOOKABLE_DAYS = 178;

const tomorrow = addSalonDays(salonDate(new Date(), TIME_ZONE), 1);

/** Nearly all days that can be booked, but for one on which daylight saving skips a time. */
export const days: readonly SalonDate[] = Array.from({ length: BOOKABLE_DAYS }, (_, day) =>
  addSalonDays(tomorrow, day),
).filter((day) => [120, 150].every((start) => instantOf(day, start, TIME_ZONE) !== null));

/** Half hours of a day that an appointment of half an hour can begin at. */
const STARTS_A_DAY = 47;
/** The first of them are for what is measured, the next for warming up, the rest for appointments that are there before. */
const STARTS_FOR_LOAD = 28;
const STARTS_FOR_WARM_UP = 6;

/** Day by day and only then the next start, so that neighbours in the row never wait for one another. */
export function startOf(turn: number): { readonly date: SalonDate; readonly start: Minutes } {
  const date = days[turn % days.length];
  const place = Math.floor(turn / days.length);
  if (date === undefined || place >= STARTS_A_DAY) throw new Error('the calendar is full');
  return { date, start: place * 30 };
}

/** Where a warm-up books and cancels, again and again. */
export const warmUpStartOf = (turn: number) =>
  startOf(STARTS_FOR_LOAD * days.length + (turn % (STARTS_FOR_WARM_UP * days.length)));

/** Starts of half hours on each day that no load books. */
export const neverBooked: readonly Minutes[] = [40, 42, 44].map((place) => place * 30);

/** So many appointments to come, where the load never books. */
export const appointmentsToCome = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    startOf((STARTS_FOR_LOAD + STARTS_FOR_WARM_UP) * days.length + index),
  );
