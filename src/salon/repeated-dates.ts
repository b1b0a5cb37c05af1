import { addSalonDays, dayOfWeek, type SalonDate, salonDays } from './salon-time.ts';
import { MOST_WEEKS } from './slots.ts';

/** The last date on which something can repeat that begins on a date. */
export const lastRepeat = (from: SalonDate): SalonDate => addSalonDays(from, 7 * MOST_WEEKS - 1);

/**
 * The dates of some weekdays from one date to another, both included, at most for 52 weeks.
 *
 * @param weekdays 0 for Sunday; the first date's own when left out
 */
export function repeatedDates(
  from: SalonDate,
  until: SalonDate,
  weekdays: readonly number[] = [dayOfWeek(from)],
): readonly SalonDate[] {
  const last = lastRepeat(from);
  return salonDays(from, until < last ? until : last).filter((date) => weekdays.includes(dayOfWeek(date)));
}
