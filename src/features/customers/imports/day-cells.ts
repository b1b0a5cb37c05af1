import type { DateOrder } from '../../../contracts/customers/imports.ts';
import { oneLine } from '../../../contracts/plain-text.ts';

interface Day {
  readonly month: number | null;
  readonly day: number | null;
}

/**
 * The reading of a cell: as a day, which may show the order of the file's dates; as one of two days, by that order; or as none. The year
 * has as many digits as in the cell.
 */
export type DayCell =
  | { readonly is: 'day'; readonly day: Day; readonly year?: string | undefined; readonly shows?: DateOrder }
  | {
      readonly is: 'either';
      readonly first: number;
      readonly second: number;
      readonly year: string | undefined;
      readonly isDotted: boolean;
    }
  | { readonly is: 'unreadable' };

const LONGEST = 60;
const UNREADABLE = { is: 'unreadable' } as const;
/** Dates that programs write where there is none: Excel's zero, and the first day of .NET. */
const NO_DATES = ['1900-1-1', '1899-12-30', '1899-12-31', '0001-1-1'];
const EXCELS_FIRST_DAY = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The names of the twelve months, in each of these languages. */
const MONTHS: readonly (readonly string[])[] = ['en', 'es', 'fr', 'de', 'it', 'pt'].map((language) => {
  const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => withoutMarks(format(Date.UTC(2024, month, 1))));
});
/** Words beside a month's name. */
const FILLER =
  /^(?:st|nd|rd|th|of|de|del|the|(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?)$/;

/** The month that a word names, or begins to name; undefined for none and for several. */
function monthNamed(word: string): number | undefined {
  if (word.length < 3) return undefined;
  const found = new Set(
    MONTHS.flatMap((names) => names.flatMap((name, index) => (name.startsWith(word) ? [index + 1] : []))),
  );
  if (word === 'sept') return 9;
  return found.size === 1 ? [...found][0] : undefined;
}

const dayOf = (month: number, day: number): Day | undefined =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2024, month, 0)).getUTCDate()
    ? { month, day }
    : undefined;

function read(year: string | undefined, month: number, day: number, shows?: DateOrder): DayCell {
  const found = NO_DATES.includes(`${year}-${month}-${day}`) ? undefined : dayOf(month, day);
  return found ? { is: 'day', day: found, year, ...(shows && { shows }) } : UNREADABLE;
}

function pair(first: number, second: number, year: string | undefined, isDotted: boolean): DayCell {
  if (first > 12) return read(year, second, first, 'day-first');
  if (second > 12) return read(year, first, second, 'month-first');
  if (first === second || first === 0 || second === 0) return read(year, first, second);
  return { is: 'either', first, second, year, isDotted };
}

/** A date in numbers, such as `1980-02-29`, `--02-29`, `2/29/1980`, `29.2.80`, `29021980`, or the number that it has in Excel. */
function inNumbers(text: string): DayCell {
  const [, y, ...rest] =
    /^(\d{4})[-/. ]+(\d\d?)[-/. ]+(\d\d?)\.?$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const [month, day] = rest.map(Number);
  if (month !== undefined && day !== undefined && dayOf(month, day)) return read(y, month, day);
  const [, shortYear, ...named] =
    /^(--)(\d\d)-?(\d\d)$/.exec(text) ?? /^(3[2-9]|[4-9]\d)[-/.](\d\d?)[-/.](\d\d?)$/.exec(text) ?? [];
  if (named.length === 2)
    return read(shortYear === '--' ? undefined : shortYear, Number(named[0]), Number(named[1]));
  const [, first, separator, second, year] =
    /^(\d\d?)([-/. ]+)(\d\d?)(?:[-/., ]+'?(\d{4}|\d\d))?\.?$/.exec(text) ??
    /^(\d\d)()(\d\d)(\d{4})$/.exec(text) ??
    [];
  if (first !== undefined)
    return pair(Number(first), Number(second), year, separator?.includes('.') ?? false);
  const serial = Number(/^(\d{5})(?:\.\d+)?$/.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(serial)) return UNREADABLE;
  const date = new Date(EXCELS_FIRST_DAY + serial * DAY_MS);
  return read(String(date.getUTCFullYear()), date.getUTCMonth() + 1, date.getUTCDate());
}

/** A date with its month as a word, such as `February 29th, 1980` or `29-feb-80`. */
function inWords(text: string, words: readonly string[]): DayCell {
  const named = words.filter((word) => !FILLER.test(word));
  const month = named.length === 1 && named[0] !== undefined ? monthNamed(named[0]) : undefined;
  const numbers: readonly string[] = text.match(/\d+/g) ?? [];
  const day = numbers.find((number) => number.length <= 2 && Number(number) >= 1 && Number(number) <= 31);
  if (month === undefined || day === undefined || numbers.length > 2) return UNREADABLE;
  return read(numbers.toSpliced(numbers.indexOf(day), 1)[0], month, Number(day));
}

/** @param cell not blank */
export function readDay(cell: string): DayCell {
  if (cell.length > LONGEST) return UNREADABLE;
  const text = withoutMarks(oneLine(cell))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    // A time of day, with what comes after it.
    .replace(/(?:(?<=\d)t|[, ]+)\d{1,2}:\d\d.*$/, '');
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.length > 0 ? inWords(text, words) : inNumbers(text);
}

/** The order of a file's dates, if its cells show one: by a number that can't be a month; else dots are for days first. */
export function orderShown(cells: readonly DayCell[]): DateOrder | undefined {
  const shown = new Set(cells.flatMap((cell) => (cell.is === 'day' && cell.shows ? [cell.shows] : [])));
  if (shown.size > 0) return shown.size === 1 ? [...shown][0] : undefined;
  const either = cells.filter((cell) => cell.is === 'either');
  return either.length > 0 && either.every(({ isDotted }) => isDotted) ? 'day-first' : undefined;
}

/** The day of a cell; undefined if it can't be told. */
export function dayIn(cell: DayCell, order: DateOrder | undefined): Day | undefined {
  if (cell.is === 'day') return cell.day;
  if (cell.is === 'unreadable' || order === undefined) return undefined;
  const { first, second } = cell;
  return order === 'month-first' ? dayOf(first, second) : dayOf(second, first);
}

/** A month, also as a word, and a day in columns of their own, with those of the cells that can't be read. */
export function readParts(
  monthCell: string,
  dayCell: string,
): { readonly parts: Day; readonly unreadable: readonly string[] } {
  const number = (cell: string): number | undefined =>
    /^\d\d?(?:\.0+)?$/.test(cell)
      ? Number.parseInt(cell, 10)
      : monthNamed(withoutMarks(oneLine(cell)).replace(/\.$/, ''));
  const [m, d] = [number(monthCell), /^\d/.test(dayCell) ? number(dayCell) : undefined];
  const month = m !== undefined && dayOf(m, 1) ? m : null;
  // A day without its month is one of any month.
  const day = d !== undefined && dayOf(month ?? 1, d) ? d : null;
  return {
    parts: { month, day },
    unreadable: [month === null ? monthCell : '', day === null ? dayCell : ''].filter((cell) => cell !== ''),
  };
}
