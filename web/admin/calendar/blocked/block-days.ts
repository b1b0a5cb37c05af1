import { repeatedDates } from '../../../../src/salon/repeated-dates.ts';
import { addSalonDays, dayOfWeek, type SalonDate, salonDays } from '../../../../src/salon/salon-time.ts';

/** The days of a block as they are chosen: each of the weekdays once from the date on, or every week up to another date. */
export interface BlockDays {
  readonly date: SalonDate;
  /** 0 for Sunday to 6 for Saturday. */
  readonly weekdays: readonly number[];
  readonly isWeekly: boolean;
  readonly until: SalonDate;
}

const isOwnDay = ({ date, weekdays }: BlockDays) => weekdays.length === 1 && weekdays[0] === dayOfWeek(date);

/** All of them, in order. */
export const datesOf = ({ date, weekdays, isWeekly, until }: BlockDays): readonly SalonDate[] =>
  repeatedDates(date, isWeekly ? until : addSalonDays(date, 6), weekdays);

/** How the request says it: nothing for the date alone. */
export function repetitionOf(days: BlockDays) {
  const { weekdays, isWeekly, until } = days;
  if (isOwnDay(days)) return { repeatUntil: isWeekly ? until : undefined, weekdays: undefined };
  return { repeatUntil: isWeekly ? until : datesOf(days).at(-1), weekdays };
}

/** The same choice from another date on. The date's own weekday goes along if it is the only one. */
export const movedTo = (days: BlockDays, date: SalonDate): Pick<BlockDays, 'date' | 'weekdays'> => ({
  date,
  weekdays: isOwnDay(days) ? [dayOfWeek(date)] : days.weekdays,
});

/** The days of a date's week, Sunday to Saturday, that are among these weekdays and not over. */
export function daysOfWeek(date: SalonDate, weekdays: readonly number[], today: SalonDate) {
  const sunday = addSalonDays(date, -dayOfWeek(date));
  return salonDays(sunday, addSalonDays(sunday, 6)).filter(
    (day) => day >= today && weekdays.includes(dayOfWeek(day)),
  );
}
