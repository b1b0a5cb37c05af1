import type {
  ReportAnswer,
  ReportColumn,
  ReportRow,
  Unit,
} from '../../../../src/contracts/reports/reports.ts';
import { dayAs, weekdayName } from '../../../../src/salon/date-text.ts';
import { formatDuration } from '../../../../src/salon/time-text.ts';
import { centsText, numberText } from '../../ui/number-text.ts';
import { isFollowing } from './view.ts';

const ONE_DECIMAL = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** The sign for a number without a value. */
export const NO_FIGURE = '–';

const TEXTS: Readonly<Record<Unit, (value: number) => string>> = {
  count: numberText,
  cents: centsText,
  minutes: (minutes) => formatDuration(Math.round(minutes)),
  share: (share) => `${ONE_DECIMAL.format(share * 100)}%`,
  days: (days) => `${ONE_DECIMAL.format(days)} ${days === 1 ? 'day' : 'days'}`,
  average: (average) => ONE_DECIMAL.format(average),
};

export const figureText = (unit: Unit, value: number | null): string =>
  value === null ? NO_FIGURE : TEXTS[unit](value);

/** The same where there is little room, as beside an axis. */
export function shortFigure(unit: Unit, value: number): string {
  if (unit === 'cents') return `$${COMPACT.format(value / 100)}`;
  if (unit === 'minutes') return `${ONE_DECIMAL.format(value / 60)}h`;
  if (unit === 'share') return `${Math.round(value * 100)}%`;
  return unit === 'count' ? COMPACT.format(value) : ONE_DECIMAL.format(value);
}

const MOST_STEPS = 4;
const HOUR_STEPS = [1, 2, 3, 4, 6, 8, 12] as const;

/** Chooses the labels for an axis of minutes: whole hours, in at most four steps, up to the largest number or above it. */
export function hourTicks(most: number): readonly number[] {
  const hours = Math.max(most / 60, 1);
  let step: number | undefined = HOUR_STEPS.find((few) => hours <= few * MOST_STEPS);
  for (let ten = 10; step === undefined; ten *= 10)
    step = [2 * ten, 5 * ten, 10 * ten].find((many) => hours <= many * MOST_STEPS);
  const width = step * 60;
  return Array.from({ length: Math.ceil((hours * 60) / width) + 1 }, (_, index) => index * width);
}

/** A number of a row. Null where there is none, or no such row. */
export function figureOf(row: Readonly<Record<string, unknown>> | undefined, column: string): number | null {
  const value = row?.[column];
  return typeof value === 'number' ? value : null;
}

/** A number of a row as it is shown. What has no numbers has no row either; its counts and shares are zero. */
export function figureIn(
  row: Readonly<Record<string, unknown>> | undefined,
  { key, unit, has_appointments }: ReportColumn,
  { by, totals }: Pick<ReportAnswer, 'by' | 'totals'>,
): number | null {
  if (row !== undefined || isFollowing(by)) return figureOf(row, key);
  const isCounted = has_appointments || unit === 'share';
  return isCounted && figureOf(totals, key) !== null ? 0 : null;
}

const MOST_TIMES_AS_MUCH = 3;

/**
 * A number beside that of another month: `12% more than in October: $80.00`; only `October: $80.00` where a percentage says nothing, of
 * nothing or of several times as much.
 */
export function comparisonText(
  [value, before]: readonly [value: number, before: number],
  month: string,
  text: string,
  fewer: 'fewer' | 'less' = 'less',
): string {
  if (before <= 0 || value / before > MOST_TIMES_AS_MUCH) return `${month}: ${text}`;
  const percent = Math.round((value / before - 1) * 100);
  const change = percent === 0 ? 'As much as' : `${Math.abs(percent)}% ${percent > 0 ? 'more' : fewer} than`;
  return `${change} in ${month}: ${text}`;
}

const SHORT_LABELS: Readonly<Record<string, (key: string) => string>> = {
  day: (key) => dayAs(key, 'MMM d'),
  week: (key) => dayAs(key, 'MMM d'),
  month: (key) => dayAs(`${key}-01`, key.endsWith('-01') ? 'MMM yyyy' : 'MMM'),
  weekday: (key) => weekdayName(Number(key)).slice(0, 3),
};

/** The label of a row where there is little room. */
export const shortLabel = (by: string, { key, label }: Pick<ReportRow, 'key' | 'label'>): string =>
  SHORT_LABELS[by]?.(key) ?? label;

const ENDINGS = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ENDING_TEXTS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `1st`, `22nd`, `13th`. */
export const ordinal = (day: number): string => `${day}${ENDING_TEXTS[ENDINGS.select(day)] ?? 'th'}`;
