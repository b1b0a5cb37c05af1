import { addSalonDays, dayOfWeek, isSalonDate, type SalonDate } from '../../../../src/salon/salon-time.ts';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads a typed day: `today`, `tomorrow`, `fri` (the next one), `dec 3`, `3 dec`, `12/3`, `2026-12-03`. Without
 * a year, it is the next such day from today on. Null for anything else.
 */
export function typedDay(typed: string, today: SalonDate): SalonDate | null {
  const text = typed.trim().toLowerCase();
  if (text === '') return null;
  if (isSalonDate(text)) return text;
  if (text.length >= 3 && 'today'.startsWith(text)) return today;
  if (text.length >= 3 && 'tomorrow'.startsWith(text)) return addSalonDays(today, 1);
  const weekday = text.length >= 3 ? WEEKDAYS.findIndex((name) => name.startsWith(text)) : -1;
  if (weekday >= 0) return addSalonDays(today, (weekday - dayOfWeek(today) + 7) % 7 || 7);

  const [, month, day] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
  if (month && day) return nextOf(Number(month), Number(day), today);
  const [, monthFirst, dayAfter] = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?$/.exec(text) ?? [];
  if (monthFirst && dayAfter) return nextOf(monthOf(monthFirst), Number(dayAfter), today);
  const [, dayFirst, monthAfter] = /^(\d{1,2})\.? ([a-z]{3,9})$/.exec(text) ?? [];
  return dayFirst && monthAfter ? nextOf(monthOf(monthAfter), Number(dayFirst), today) : null;
}

const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3)) + 1;

function nextOf(month: number, day: number, today: SalonDate): SalonDate | null {
  const year = Number(today.slice(0, 4));
  const rest = `-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  // The next February 29 may be up to eight years ahead.
  const dates = Array.from({ length: 9 }, (_, ahead) => `${year + ahead}${rest}`);
  return dates.find((date) => isSalonDate(date) && date >= today) ?? null;
}
