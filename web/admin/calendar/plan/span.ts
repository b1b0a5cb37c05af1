import { addMonths } from 'date-fns/addMonths';
import { lightFormat } from 'date-fns/lightFormat';
import { dayAs, formatDate } from '../../../../src/salon/date-text.ts';
import {
  addSalonDays,
  calendarDay,
  dayOfWeek,
  isSalonDate,
  type SalonDate,
  salonDays,
} from '../../../../src/salon/salon-time.ts';

export const VIEWS = ['day', 'week', 'month'] as const;
type View = (typeof VIEWS)[number];

/** The address parameter of the moment that the calendar is shown as of, so that a link keeps it. */
export const MOMENT_PARAMETER = 'at';

/** The view, day and moment in the calendar's address. */
export interface Span {
  readonly view: View;
  /** Any day within the view. */
  readonly date: SalonDate;
  /** The moment that the calendar is shown as of: a position of the log, or an instant. Undefined for now. */
  readonly at?: string | undefined;
}

const isView = (text: string | null): text is View => VIEWS.some((view) => view === text);

const isPosition = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);
const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** Reads the address; the current week if it has no valid view and day, and now if it has no valid moment. */
export function readAddress(query: URLSearchParams, today: SalonDate): Span {
  const view = query.get('view');
  const date = query.get('date') ?? '';
  const at = query.get(MOMENT_PARAMETER) ?? '';
  return {
    view: isView(view) ? view : 'week',
    date: isSalonDate(date) ? date : today,
    ...((isPosition(at) || isInstant(at)) && { at }),
  };
}

export function calendarAddress({ view, date, at }: Span): string {
  return `?${new URLSearchParams({ view, date, ...(at !== undefined && { [MOMENT_PARAMETER]: at }) })}`;
}

/** A moment as the API takes it. */
export const askedMoment = (at: string) => (isPosition(at) ? { at } : { as_of: at });

/** Sunday to Saturday. */
export function weekOf(date: SalonDate): SalonDate[] {
  const sunday = addSalonDays(date, -dayOfWeek(date));
  return salonDays(sunday, addSalonDays(sunday, 6));
}

/** The complete weeks that contain the days of a month. */
export function monthWeeks(date: SalonDate): SalonDate[][] {
  const month = date.slice(0, 7);
  const weeks: SalonDate[][] = [];
  let week = weekOf(`${month}-01`);
  while (week.some((day) => day.startsWith(month))) {
    weeks.push(week);
    week = weekOf(addSalonDays(week[6] ?? date, 1));
  }
  return weeks;
}

/** A range of days, both included. */
export interface Days {
  readonly from: SalonDate;
  readonly to: SalonDate;
}

/** How many appointments the month shows for each day. */
export const IN_MONTH = 2;

/** The days of the calendar to load. A phone shows how many appointments the other days of a day's week have. */
export function loadedDays(span: Span, isPhone = false): Days & { per_day?: string } {
  if (span.view === 'month') return { ...shownDays(span), per_day: String(IN_MONTH) };
  return shownDays(isPhone ? { ...span, view: 'week' } : span);
}

/** The first and the last day that are shown. */
export function shownDays({ view, date }: Span): Days {
  if (view === 'day') return { from: date, to: date };
  const days = view === 'week' ? weekOf(date) : monthWeeks(date).flat();
  return { from: days[0] ?? date, to: days.at(-1) ?? date };
}

/** The span before or after. */
export function turned(span: Span, by: 1 | -1): Span {
  const { view, date } = span;
  const next =
    view === 'month'
      ? lightFormat(addMonths(calendarDay(date), by), 'yyyy-MM-dd')
      : addSalonDays(date, view === 'week' ? 7 * by : by);
  return { ...span, date: isSalonDate(next) ? next : date };
}

/** `Fri, Nov 20, 2026`, `Nov 15 – 21, 2026` or `November 2026`. */
export function spanTitle(span: Span): string {
  const { view, date } = span;
  if (view === 'day') return formatDate(date);
  if (view === 'month') return dayAs(date, 'MMMM yyyy');
  const { from, to } = shownDays(span);
  const begins = dayAs(from, from.slice(0, 4) === to.slice(0, 4) ? 'MMM d' : 'MMM d, yyyy');
  return `${begins} – ${dayAs(to, from.slice(0, 7) === to.slice(0, 7) ? 'd, yyyy' : 'MMM d, yyyy')}`;
}
