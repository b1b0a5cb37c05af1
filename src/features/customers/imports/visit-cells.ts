import { type DateOrder, MOST_VISITS } from '../../../contracts/customers/imports.ts';
import { isSalonDate } from '../../../salon/salon-time.ts';
import type { Card } from '../events.ts';
import { type DayCell, dayIn, readDay } from './day-cells.ts';

/** Reads cells of another program about a customer's visits there. Each function gives undefined for a cell that it can't read. */

/** A date with its year, such as `2025-08-03` or `8/3/25`, whose order may still be open. */
export interface VisitDate {
  readonly year: string;
  readonly day: Exclude<DayCell, { is: 'unreadable' }>;
}

export function readVisitDate(cell: string): VisitDate | undefined {
  const day = readDay(cell);
  if (day.is === 'unreadable' || day.year === undefined) return undefined;
  const year = day.year.length === 2 ? `20${day.year}` : day.year;
  return /^(?:19|20)\d\d$/.test(year) ? { year, day } : undefined;
}

export function dateIn({ year, day }: VisitDate, order: DateOrder | undefined): string | undefined {
  const told = dayIn(day, order);
  const date = [year, told?.month, told?.day].map((part) => String(part).padStart(2, '0')).join('-');
  return isSalonDate(date) ? date : undefined;
}

export const readCount = (cell: string): number | undefined => {
  const count = /^\d{1,6}(?:\.0+)?$/.test(cell) ? Number.parseInt(cell, 10) : Number.NaN;
  return count <= MOST_VISITS ? count : undefined;
};

const MOST_SPENT_CENTS = 100_000_000;
/** Digits, or groups of them; the last has three. */
const WHOLE = /^(?:\d+|\d{1,3}(?:[.,' ]\d{2,3})*[.,' ]\d{3})$/;

/** An amount in cents, such as `$1,412.50` or `1.412,50 €`. */
export function readSpent(cell: string): number | undefined {
  const [, amount] = /^[^\d-]{0,8}(\d[\d.,' ]{0,11})[^\d-]{0,8}$/.exec(cell) ?? [];
  const [, whole, cents = ''] = /^(.*?)(?:[.,](\d\d?))?$/.exec(amount?.trim() ?? '') ?? [];
  if (whole === undefined || !WHOLE.test(whole)) return undefined;
  const spent = Number(whole.replaceAll(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'));
  return spent <= MOST_SPENT_CENTS ? spent : undefined;
}

/** Undefined if nothing is known of any visit. */
export const beforeOf = (before: NonNullable<Card['before']>): Card['before'] =>
  before.visits || before.firstVisit || before.lastVisit || before.spentCents ? before : undefined;
