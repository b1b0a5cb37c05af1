import { dayAs, formatDate } from '../../../../src/salon/date-text.ts';
import { addSalonDays, addSalonMonths, dayOfWeek, type SalonDate } from '../../../../src/salon/salon-time.ts';

/** Salon days, both included. */
export interface Period {
  readonly from: SalonDate;
  readonly to: SalonDate;
}

const DAY_MS = 86_400_000;
const WEEK = 7;
/** A year of whole weeks: a day is compared with the same day of the week. */
const YEAR_OF_WEEKS = 52 * WEEK;

const monthOf = (date: SalonDate): SalonDate => `${date.slice(0, 7)}-01`;
const monthEnd = (date: SalonDate): SalonDate => addSalonDays(addSalonMonths(monthOf(date), 1), -1);
const weekOf = (date: SalonDate): SalonDate => addSalonDays(date, -dayOfWeek(date));

/** Whole months, counted from the month of a day. */
const months = (date: SalonDate, first: number, last: number): Period => ({
  from: addSalonMonths(monthOf(date), first),
  to: monthEnd(addSalonMonths(monthOf(date), last)),
});
const days = (from: SalonDate, count: number): Period => ({ from, to: addSalonDays(from, count - 1) });
const year = (date: SalonDate): Period => ({
  from: `${date.slice(0, 4)}-01-01`,
  to: `${date.slice(0, 4)}-12-31`,
});

/** The periods that have a name. Days to come are part of them, since appointments are booked ahead. */
export const PERIODS = {
  today: { label: 'Today', of: (today) => days(today, 1) },
  yesterday: { label: 'Yesterday', of: (today) => days(addSalonDays(today, -1), 1) },
  'this-week': { label: 'This week', of: (today) => days(weekOf(today), WEEK) },
  'last-week': { label: 'Last week', of: (today) => days(addSalonDays(weekOf(today), -WEEK), WEEK) },
  'this-month': { label: 'This month', of: (today) => months(today, 0, 0) },
  'last-month': { label: 'Last month', of: (today) => months(today, -1, -1) },
  'this-year': { label: 'This year', of: year },
  'last-year': { label: 'Last year', of: (today) => year(addSalonMonths(today, -12)) },
  'last-12-months': { label: 'Last 12 months', of: (today) => months(today, -11, 0) },
} as const satisfies Readonly<Record<string, { label: string; of: (today: SalonDate) => Period }>>;

export type PeriodName = keyof typeof PERIODS;

/** How many days a period has. */
export const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const monthNumber = (date: SalonDate): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** How many whole months a period consists of; 0 if it has parts of months. */
const monthsIn = ({ from, to }: Period): number =>
  from === monthOf(from) && to === monthEnd(to) ? monthNumber(to) - monthNumber(from) + 1 : 0;

/** The period of the same length that ends where this one begins; of whole months as many. */
export function periodBefore(period: Period): Period {
  const count = monthsIn(period);
  const to = addSalonDays(period.from, -1);
  return {
    from: count > 0 ? addSalonMonths(period.from, -count) : addSalonDays(to, 1 - lengthOf(period)),
    to,
  };
}

/** The same period a year earlier; up to a week of days by the days of the week, others by their dates. */
export function yearBefore(period: Period): Period {
  const { from, to } = period;
  if (lengthOf(period) <= WEEK) {
    return { from: addSalonDays(from, -YEAR_OF_WEEKS), to: addSalonDays(to, -YEAR_OF_WEEKS) };
  }
  const end = addSalonMonths(to, -12);
  return { from: addSalonMonths(from, -12), to: monthsIn(period) > 0 ? monthEnd(end) : end };
}

/** `2026`, `November 2026`, `Dec 2025 – Nov 2026`, `Nov 26, 2026`, `Nov 3 – 9, 2026` or `Nov 28 – Dec 4, 2026`. */
export function periodText(period: Period): string {
  const { from, to } = period;
  if (from === to) return formatDate(from);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const count = monthsIn(period);
  if (count === 12 && isOneYear) return from.slice(0, 4);
  if (count === 1) return dayAs(from, 'MMMM yyyy');
  const [begin, end] = count > 0 ? ['MMM', 'MMM yyyy'] : ['MMM d', 'MMM d, yyyy'];
  const begins = dayAs(from, isOneYear ? begin : end);
  return `${begins} – ${dayAs(to, from.slice(0, 7) === to.slice(0, 7) ? 'd, yyyy' : end)}`;
}
