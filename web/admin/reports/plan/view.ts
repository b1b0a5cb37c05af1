import { PositionField } from '../../../../src/contracts/fields.ts';
import type { ReportDescription } from '../../../../src/contracts/reports/reports.ts';
import { isSalonDate, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { lengthOf, PERIODS, type Period, type PeriodName, periodBefore, yearBefore } from './periods.ts';

/** The choices for a comparison. */
export const COMPARE_WITH = {
  before: 'The period before',
  year: 'The year before',
  none: 'No comparison',
} as const;
type CompareWith = keyof typeof COMPARE_WITH;

/** A position of the log, or an instant in UTC, as the API takes them. */
type AskedMoment = { readonly at: string } | { readonly as_of: string };

/** The view that the page's address describes. */
export interface View {
  /** Name of the report; undefined for the overview. */
  readonly report: string | undefined;
  /** `dates` if the address has days of its own. */
  readonly period: PeriodName | 'dates';
  readonly days: Period;
  /** Key of the chosen grouping. */
  readonly by: string | undefined;
  /** `beside` in the address. */
  readonly compareWith: CompareWith;
  /** Undefined for now. */
  readonly moment: AskedMoment | undefined;
  /** Key of the column that the chart shows. */
  readonly chart: string | undefined;
  /** The number whose appointments are shown: its column, and the key of its row or undefined for the total. */
  readonly opened: { readonly column: string; readonly key: string | undefined } | undefined;
}

const isPeriod = (text: string): text is PeriodName => Object.hasOwn(PERIODS, text);
const isCompareWith = (text: string): text is CompareWith => Object.hasOwn(COMPARE_WITH, text);

/** The period if the address has none. Reports by month have twelve, since one month would be a single row. */
const usualPeriod = (report: ReportDescription | undefined): PeriodName =>
  report && isFollowing(report.by[0]?.key ?? '') && finestOf(report) === 'month'
    ? 'last-12-months'
    : 'this-month';

function momentIn(at: string, instant: number): AskedMoment | undefined {
  if (PositionField.safeParse(at).success) return { at };
  return Number.isNaN(instant) ? undefined : { as_of: new Date(instant).toISOString() };
}

/** Reads the address; what it has no valid value for is the usual one. @param report the one that the address names, once it is known */
export function readView(query: URLSearchParams, today: SalonDate, report?: ReportDescription): View {
  const given = (name: string) => query.get(name) || undefined;
  const [from = '', to = '', named = '', beside = ''] = ['from', 'to', 'period', 'beside'].map(given);
  const hasDates = isSalonDate(from) && isSalonDate(to);
  const period = isPeriod(named) ? named : usualPeriod(report);
  const column = given('column');
  return {
    report: given('report'),
    period: hasDates ? 'dates' : period,
    days: hasDates ? { from, to } : PERIODS[period].of(today),
    by: given('by'),
    compareWith: isCompareWith(beside) ? beside : 'before',
    moment: momentIn(given('at') ?? '', Date.parse(given('as_of') ?? '')),
    chart: given('chart'),
    opened: column === undefined ? undefined : { column, key: given('key') },
  };
}

/** New values of parameters of the address; undefined removes one. */
export type Changes = Readonly<Record<string, string | undefined>>;

export function changeParameters(query: URLSearchParams, changes: Changes): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
}

/** The address with some parameters changed. */
export function withParameters(query: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(query);
  changeParameters(next, changes);
  return next;
}

/** The address of a moment; of now if there is none. */
export const toMoment = (moment?: AskedMoment): Changes => ({ at: undefined, as_of: undefined, ...moment });

/** Parameters of one report, which another one doesn't keep. */
export const OF_ONE_REPORT = { by: undefined, chart: undefined, column: undefined, key: undefined };

/** The period that the numbers are compared with; undefined for none. */
export function otherPeriod({ compareWith, days }: Pick<View, 'compareWith' | 'days'>): Period | undefined {
  if (compareWith === 'none') return undefined;
  return compareWith === 'year' ? yearBefore(days) : periodBefore(days);
}

/** Groupings by parts of the calendar that follow each other, from the finest on, with the most days for which it is the usual one. */
const FOLLOWING: readonly (readonly [by: string, days: number])[] = [
  ['day', 62],
  ['week', 200],
  ['month', 1_100],
  ['year', Number.POSITIVE_INFINITY],
];

/** The key of the finest grouping of a report whose rows follow each other. */
const finestOf = ({ by }: ReportDescription): string | undefined =>
  FOLLOWING.find(([key]) => by.some((grouping) => grouping.key === key))?.[0];

/** The grouping by weekday and hour, which is shown like a week of the calendar. */
export const HEAT_MAP = 'weekday-hour';

/** Whether the rows of a grouping follow each other, so that those of two periods differ. */
export const isFollowing = (by: string): boolean => FOLLOWING.some(([key]) => key === by);

/** The chosen grouping of a report; else its first one, or of days, weeks, months and years the one that suits the period's length. */
export function groupingOf(
  { by: groupings }: ReportDescription,
  { by, days }: Pick<View, 'by' | 'days'>,
): string {
  const has = (key: string) => groupings.some((grouping) => grouping.key === key);
  const first = groupings[0]?.key ?? '';
  if (by !== undefined && has(by)) return by;
  if (!isFollowing(first)) return first;
  const offered = FOLLOWING.filter(([key]) => has(key));
  const suiting = offered.find(([, most]) => lengthOf(days) <= most) ?? offered.at(-1);
  return suiting?.[0] ?? first;
}
