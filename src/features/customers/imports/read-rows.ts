import { setImmediate } from 'node:timers/promises';
import { withoutEscape } from '../../../adapters/csv.ts';
import type { CsvRow } from '../../../adapters/csv-reader.ts';
import type {
  DateOrder,
  ImportColumns,
  ImportField,
  RefusedLine,
  RemarkOnLine,
} from '../../../contracts/customers/imports.ts';
import { ChangedNotesField, StaffNameField } from '../../../contracts/fields.ts';
import { oneLine, withFewMarks } from '../../../contracts/plain-text.ts';
import { firstCharacters, roomFor } from '../../../salon/characters.ts';
import { distinctEmails, distinctPhones, type Phone } from '../../../salon/contacts.ts';
import { contactsIn } from '../../../salon/matched-contacts.ts';
import type { Card } from '../events.ts';
import { type BirthdayCell, birthdayIn, orderShown, readBirthday, readParts } from './birthdays.ts';
import { readEmails, readPhones } from './contact-cells.ts';
import type { ImportRow } from './rows.ts';
import type { ImportedTable } from './table.ts';

/** Rows are read in parts of so many, so that others get their answers meanwhile. */
const ROWS_AT_ONCE = 200;
const LONGEST_NOTES = 2_000;
/** Of a cell, in a remark. */
const LONGEST_SHOWN = 80;

/** A remark with the cell that it is about, as the file has it. */
type RemarkOnCell = RemarkOnLine & { readonly text: string };

interface Reading {
  readonly columns: ImportColumns;
  /** What staff say of dates such as `5/6/1980`, where the file doesn't show it. */
  readonly order: DateOrder | null;
  toE164(phone: string): string | null;
}

/** A row whose birthday is still to be told. */
interface ReadRow {
  readonly row: number;
  readonly line: number;
  readonly card: Omit<Card, 'birthdayMonth' | 'birthdayDay'>;
  readonly birthday: BirthdayCell | undefined;
  readonly typed: string;
}

/** What is read of one row, with a remark on each of its cells that isn't taken as it is. */
function readRow({ line, cells, isGuessed, isTooLong }: CsvRow, width: number, { columns, toE164 }: Reading) {
  const remarks: RemarkOnCell[] = [];
  const note = (remark: RemarkOnLine['remark'], text: string) =>
    remarks.push({ line, remark, text: oneLine(text).slice(0, LONGEST_SHOWN) });
  const cell = (field: ImportField): string => {
    const column = columns[field];
    return column === undefined ? '' : withoutEscape(cells[column] ?? '').trim();
  };

  function notes(): string | null {
    // Some programs divide lines by other control characters.
    const text = cell('notes')
      .replace(/[\v\f\x85]/g, '\n')
      .replace(/[^\P{Cc}\t\n\r]/gu, '');
    const { success, data } = ChangedNotesField.safeParse(text);
    if (success) return data;
    note('notes-shortened', text);
    // A letter may have any number of marks, so characters as people count them bound nothing alone.
    const room = withFewMarks(text)
      .slice(0, roomFor(LONGEST_NOTES))
      .replace(/[\ud800-\udbff]$/, '');
    return ChangedNotesField.safeParse(firstCharacters(room, LONGEST_NOTES)).data ?? null;
  }

  function birthday(): BirthdayCell | undefined {
    const [month, day] = [cell('birthday_month'), cell('birthday_day')];
    if (month === '' && day === '')
      return cell('birthday') === '' ? undefined : readBirthday(cell('birthday'));
    const { birthday: parts, unreadable } = readParts(month, day);
    for (const text of unreadable) note('birthday-unreadable', text);
    return { is: 'day', birthday: parts };
  }

  if (isGuessed) note('letters-guessed', '');
  const beyond = cells.slice(width).filter((text) => text !== '');
  if (beyond.length > 0) note('cells-left-out', beyond.join(', '));
  const emails: string[] = [];
  const phones: Phone[] = [];
  for (const { text, contact, remark } of (['email', 'other_email'] as const).flatMap((of) =>
    readEmails(cell(of)),
  )) {
    if (contact !== undefined) emails.push(contact);
    if (remark) note(remark, text);
  }
  for (const { text, contact, remark } of (['phone', 'other_phone', 'third_phone'] as const).flatMap((of) =>
    readPhones(cell(of), toE164),
  )) {
    if (contact !== undefined) phones.push(contact);
    if (remark) note(remark, text);
  }
  const contacts = { emails: distinctEmails(emails), phones: distinctPhones(phones) };
  const names = (['name', 'first_name', 'middle_name', 'last_name'] as const).map(cell);
  const name = StaffNameField.safeParse(names.filter((part) => part !== '').join(' '));
  function problemOf(): RefusedLine['problem'] | undefined {
    if (isTooLong) return 'cell-too-long';
    if (names.every((part) => part === '')) return 'name-missing';
    if (!name.success) return 'name-invalid';
    // Without a contact that can be matched, a second import would bring the customer again.
    return contactsIn(contacts).length === 0 ? 'contact-missing' : undefined;
  }
  return {
    remarks,
    problem: problemOf(),
    card: { name: name.data ?? '', ...contacts, notes: notes() },
    birthday: birthday(),
    typed: cell('birthday'),
  };
}

/**
 * The rows of a file as cards, the lines that can't be imported, and remarks on cells that aren't taken as they are, by line. A cell that
 * can't be read and needn't be there is left out, and its customer comes without it.
 */
export async function readRows({ headings, rows: all }: ImportedTable, reading: Reading) {
  const read: ReadRow[] = [];
  const refused: RefusedLine[] = [];
  const remarks: RemarkOnCell[] = [];
  const birthdays: BirthdayCell[] = [];
  let row = 0;
  for await (const next of all) {
    row += 1;
    if (row % ROWS_AT_ONCE === 0) await setImmediate();
    const { line } = next;
    const { remarks: found, problem, ...rest } = readRow(next, headings.length, reading);
    remarks.push(...found);
    if (rest.birthday) birthdays.push(rest.birthday);
    if (problem) refused.push({ line, problem });
    else read.push({ row, line, ...rest });
  }

  const shown = orderShown(birthdays);
  const order = shown ?? reading.order ?? undefined;
  const rows = read.map(({ row: number, line, card, birthday, typed }): ImportRow => {
    const told = birthday && birthdayIn(birthday, order);
    if (birthday && !told) {
      const remark = birthday.is === 'either' ? 'birthday-unclear' : 'birthday-unreadable';
      remarks.push({ line, remark, text: oneLine(typed).slice(0, LONGEST_SHOWN) });
    }
    return { row: number, line, card: { birthdayMonth: null, birthdayDay: null, ...card, ...told } };
  });
  remarks.sort((one, other) => one.line - other.line);
  const unclear = shown === undefined ? read.find(({ birthday }) => birthday?.is === 'either') : undefined;
  return { rows, refused, remarks, unclearBirthday: unclear ? oneLine(unclear.typed) : null };
}
