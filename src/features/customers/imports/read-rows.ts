import { setImmediate } from 'node:timers/promises';
import type { CsvRow } from '../../../adapters/csv-reader.ts';
import type { ImportColumns, ImportField, RefusedLine } from '../../../contracts/customers/imports.ts';
import { ChangedNotesField, StaffEmailField, StaffNameField } from '../../../contracts/fields.ts';
import { oneLine, plainPhone } from '../../../contracts/plain-text.ts';
import { contactsIn, distinctPhones } from '../../../salon/contacts.ts';
import { MONTHS } from '../../../salon/date-text.ts';
import type { Card } from '../events.ts';
import type { ImportRow } from './rows.ts';

type Problem = RefusedLine['problem'];
class LineRefused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

/** Rows are read in parts of so many, so that others get their answers meanwhile. */
const ROWS_AT_ONCE = 200;
/** Whether spreadsheets take it for a formula once nothing invisible is before it. A number or a note may begin with a plus or a dash. */
const isFormula = (text: string) => /^[=@]/.test(oneLine(text));

/** In characters. What follows takes far longer for a long text. */
const LONGEST_BIRTHDAY = 40;
const LONGEST_PHONE = 40;

type ToE164 = (phone: string) => string | null;

/** Month and day of `1980-02-29`, `02-29`, `2/29/1980`, `29.2.1980` and `February 29, 1980`. @throws LineRefused */
function birthdayOf(text: string): Pick<Card, 'birthdayMonth' | 'birthdayDay'> {
  const none = { birthdayMonth: null, birthdayDay: null };
  if (text === '') return none;
  if (text.length > LONGEST_BIRTHDAY) throw new LineRefused('birthday-unclear');
  const word = /[a-z]{3,}/i.exec(text)?.[0].toLowerCase();
  const named =
    word === undefined ? -1 : MONTHS.findIndex((month) => month.toLowerCase().startsWith(word.slice(0, 3)));
  const numbers = (text.replace(/[T ]\d{1,2}:\d{2}.*$/, '').match(/\d+/g) ?? [])
    .filter(({ length }) => length < 4)
    .map(Number);
  const [first, second] = numbers;
  const pair = (month: number | undefined, day: number | undefined) => {
    const isDate =
      month !== undefined &&
      day !== undefined &&
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= new Date(Date.UTC(2024, month, 0)).getUTCDate();
    return isDate ? { birthdayMonth: month, birthdayDay: day } : undefined;
  };
  const read =
    named >= 0
      ? pair(named + 1, first)
      : text.includes('.')
        ? pair(second, first)
        : (pair(first, second) ?? pair(second, first));
  if (!read) throw new LineRefused('birthday-unclear');
  return read;
}

const partOf = (text: string, most: number): number | null => {
  if (text === '') return null;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most) throw new LineRefused('birthday-unclear');
  return number;
};

function cardOf(cells: readonly string[], columns: ImportColumns, toE164: ToE164): Card {
  // Our own exports put an apostrophe before a text that looks like a formula.
  const cell = (field: ImportField) => {
    const column = columns[field];
    return column === undefined ? '' : (cells[column] ?? '').replace(/^'(?=[=@+-])/, '').trim();
  };
  const typed = [cell('name'), cell('first_name'), cell('last_name')].filter((part) => part !== '').join(' ');
  if (typed === '') throw new LineRefused('name-missing');
  if ([typed, cell('notes'), cell('email')].some(isFormula)) throw new LineRefused('formula');
  const name = StaffNameField.safeParse(typed);
  if (!name.success) throw new LineRefused('name-invalid');
  const email = StaffEmailField.safeParse(cell('email'));
  if (!email.success) throw new LineRefused('email-invalid');
  const notes = ChangedNotesField.safeParse(cell('notes'));
  if (!notes.success) throw new LineRefused('notes-invalid');
  const phones = distinctPhones(
    [cell('phone'), cell('other_phone')]
      .map((phone) => plainPhone(phone.slice(0, 2 * LONGEST_PHONE)).slice(0, LONGEST_PHONE))
      .filter((phone) => phone !== '')
      .map((phone) => ({ phone, phoneE164: toE164(phone) })),
  );
  const month = partOf(cell('birthday_month'), 12);
  const day = partOf(cell('birthday_day'), 31);
  const birthday =
    month !== null || day !== null
      ? { birthdayMonth: month, birthdayDay: day }
      : birthdayOf(cell('birthday'));
  const contacts = { emails: email.data ? [email.data] : [], phones };
  // Without a contact that can be matched, a second import would bring the customer again.
  if (contactsIn(contacts).length === 0) throw new LineRefused('contact-missing');
  return { name: name.data, ...contacts, ...birthday, notes: notes.data };
}

/** The rows of a file as cards, and the lines that can't be imported. */
export async function readRows(rows: AsyncIterable<CsvRow>, columns: ImportColumns, toE164: ToE164) {
  const read: ImportRow[] = [];
  const refused: RefusedLine[] = [];
  let count = 0;
  for await (const { line, cells } of rows) {
    count += 1;
    if (count % ROWS_AT_ONCE === 0) await setImmediate();
    // The first row has the headings.
    if (count === 1) continue;
    try {
      read.push({ row: count - 1, line, card: cardOf(cells, columns, toE164) });
    } catch (error) {
      if (!(error instanceof LineRefused)) throw error;
      refused.push({ line, problem: error.problem });
    }
  }
  return { rows: read, refused };
}
