import { type DateOrder, MOST_VISITS } from '../../../contracts/customers/imports.ts';
import { isSalonDate } from '../../../salon/salon-time.ts';
import type { Before } from '../events.ts';
import { type BirthdayCell, birthdayIn, readBirthday } from './birthdays.ts';

/** Reads what another program says of a customer's visits there. Each function gives undefined for a cell that it can't read. */

/** A date with its year, such as `2025-08-03` or `8/3/2025`, whose order may still be open. */
export interface VisitDate {
  readonly year: number;
  readonly day: Exclude<BirthdayCell, { is: 'unreadable' }>;
}

export function readVisitDate(cell: string): VisitDate | undefined {
  const day = readBirthday(cell);
  const [year] = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(cell) ?? [];
  return year === undefined || day.is === 'unreadable' ? undefined : { year: Number(year), day };
}

export function dateIn({ year, day }: VisitDate, order: DateOrder | undefined): string | undefined {
  const { birthdayMonth: month, birthdayDay } = birthdayIn(day, order) ?? {};
  const date = [year, month, birthdayDay].map((part) => String(part).padStart(2, '0')).join('-');
  return isSalonDate(date) ? date : undefined;
}

export const readCount = (cell: string): number | undefined => {
  const count = /^\d{1,6}(?:\.0+)?$/.test(cell) ? Number.parseInt(cell, 10) : Number.NaN;
  return count <= MOST_VISITS ? count : undefined;
};

/** An amount in cents, such as `$1,412.50` or `1.412,50 €`. */
export function readSpent(cell: string): number | undefined {
  const [, amount] = /^[^\d-]{0,8}(\d[\d.,' ]{0,10})[^\d-]{0,8}$/.exec(cell) ?? [];
  const [, whole, cents = ''] = /^(.*?)(?:[.,](\d\d?))?$/.exec(amount?.trim() ?? '') ?? [];
  return whole === undefined || amount === undefined
    ? undefined
    : Number(whole.replaceAll(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'));
}

/** Undefined if nothing is known of any visit. */
export const beforeOf = (before: Before): Before | undefined =>
  before.visits || before.firstVisit || before.lastVisit || before.spentCents ? before : undefined;
