import { withoutEscape } from '../../../adapters/csv.ts';
import type { CsvRow } from '../../../adapters/csv-reader.ts';
import { MOST_CONTACTS } from '../../../contracts/customers/customers.ts';
import {
  type DateOrder,
  type ImportColumns,
  type ImportField,
  MOST_REMARKS,
  type RefusedLine,
  type RemarkOnLine,
} from '../../../contracts/customers/imports.ts';
import { ChangedNotesField, StaffNameField } from '../../../contracts/fields.ts';
import { oneLine, withFewMarks } from '../../../contracts/plain-text.ts';
import { breather } from '../../../eventsourcing/async/breather.ts';
import { firstCharacters, roomFor } from '../../../salon/characters.ts';
import { distinctEmails, distinctPhones } from '../../../salon/contacts.ts';
import { contactsIn } from '../../../salon/matched-contacts.ts';
import { addSalonDays } from '../../../salon/salon-time.ts';
import type { Card } from '../events.ts';
import { type Read, readEmails, readPhones } from './contact-cells.ts';
import { type DayCell, dayIn, orderShown, readDay, readParts } from './day-cells.ts';
import type { ImportRow } from './rows.ts';
import type { ImportedTable } from './table.ts';
import { beforeOf, dateIn, readCount, readSpent, readVisitDate, type VisitDate } from './visit-cells.ts';

/** Words for somebody who may not book, in a column that asks for yes or no. */
const BLOCKED = /^(?:yes|y|true|1|x|blocked)$/i;
const WAS_BLOCKED = 'Was blocked in the former program.';

const LONGEST_NOTES = 2_000;
const LONGEST_SHOWN = 80;

/** A remark with the cell that it is about, as the file has it. */
type RemarkOnCell = RemarkOnLine & { readonly text: string };

interface Reading {
  readonly columns: ImportColumns;
  /** Staff's choice for dates such as `5/6/1980`, where the file doesn't show it. */
  readonly order: DateOrder | null;
  toE164(phone: string): string | null;
  /** The salon's date, from which days since a visit are counted. */
  readonly today: string;
}

/** A row whose birthday is still to be told. */
interface ReadRow {
  readonly row: number;
  readonly line: number;
  readonly card: Omit<Card, 'birthdayMonth' | 'birthdayDay'>;
  readonly birthday: DayCell | undefined;
  readonly typed: string;
  readonly visits: ReadVisits;
}

/** A row's cells about visits; the order of its dates is still to be told. */
interface ReadVisits {
  readonly visits: number | null;
  readonly spentCents: number | null;
  readonly first: TypedDate | undefined;
  readonly last: TypedDate | string | undefined;
}
type TypedDate = VisitDate & { readonly typed: string };

const shown = (text: string): string => oneLine(text).slice(0, LONGEST_SHOWN);

/** Reads one row, with remarks on its cells that aren't taken as they are: one of each kind. */
function readRow(
  { line, cells, isGuessed, isTooLong }: CsvRow,
  width: number,
  { columns, toE164, today }: Reading,
) {
  const remarks: RemarkOnCell[] = [];
  const note = (remark: RemarkOnLine['remark'], text: string) => {
    if (remarks.every((other) => other.remark !== remark)) remarks.push({ line, remark, text: shown(text) });
  };
  const cell = (field: ImportField): string => {
    const column = columns[field];
    return column === undefined ? '' : withoutEscape(cells[column] ?? '').trim();
  };

  function notes(): string | null {
    // Some programs divide lines by other control characters.
    const typed = cell('notes')
      .replace(/[\v\f\x85]/g, '\n')
      .replace(/[^\P{Cc}\t\n\r]/gu, '');
    const wasBlocked = BLOCKED.test(cell('blocked'));
    if (wasBlocked) note('was-blocked', '');
    // It comes first, so that it stays where long notes are shortened.
    const text = wasBlocked ? `${WAS_BLOCKED}\n${typed}` : typed;
    const { success, data } = ChangedNotesField.safeParse(text);
    if (success) return data;
    note('notes-shortened', text);
    // A letter may have any number of marks, so characters as people count them bound nothing alone.
    const room = withFewMarks(text)
      .slice(0, roomFor(LONGEST_NOTES))
      .replace(/[\ud800-\udbff]$/, '');
    return ChangedNotesField.safeParse(firstCharacters(room, LONGEST_NOTES)).data ?? null;
  }

  function birthday(): DayCell | undefined {
    const [month, day] = [cell('birthday_month'), cell('birthday_day')];
    if (month === '' && day === '') return cell('birthday') === '' ? undefined : readDay(cell('birthday'));
    const { parts, unreadable } = readParts(month, day);
    for (const text of unreadable) note('birthday-unreadable', text);
    return { is: 'day', day: parts };
  }

  function visit<Value>(field: ImportField, read: (text: string) => Value | undefined): Value | undefined {
    const text = cell(field);
    const value = text === '' ? undefined : read(text);
    if (text !== '' && value === undefined) note('visits-unreadable', text);
    return value;
  }
  const dated = (field: ImportField): TypedDate | undefined =>
    visit(field, (text) => {
      const date = readVisitDate(text);
      return date && { ...date, typed: text };
    });
  const visits = (): ReadVisits => ({
    visits: visit('visits', readCount) ?? null,
    spentCents: visit('spent', readSpent) ?? null,
    first: dated('first_visit'),
    last:
      dated('last_visit') ??
      visit('days_since_visit', (text) => {
        const days = readCount(text);
        return days === undefined ? undefined : addSalonDays(today, -days);
      }),
  });

  if (isGuessed) note('letters-guessed', '');
  const beyond = cells.slice(width).filter((text) => text !== '');
  if (beyond.length > 0) note('cells-left-out', beyond.join(', '));
  function contactsOf<Contact>(
    fields: readonly ImportField[],
    read: (text: string) => Iterable<Read<Contact>>,
  ): Contact[] {
    const found: Contact[] = [];
    let parts = 0;
    for (const field of fields) {
      for (const { text, contact, remark } of read(cell(field))) {
        parts += 1;
        if (parts > MOST_CONTACTS) {
          note('contacts-left-out', text);
          return found;
        }
        if (contact !== undefined) found.push(contact);
        if (remark) note(remark, text);
      }
    }
    return found;
  }
  const emails = contactsOf(['email', 'other_email'], readEmails);
  const phones = contactsOf(['phone', 'other_phone', 'third_phone'], (text) => readPhones(text, toE164));
  const contacts = { emails: distinctEmails(emails), phones: distinctPhones(phones) };
  const names = (['name', 'first_name', 'middle_name', 'last_name'] as const).map(cell);
  const name = StaffNameField.safeParse(names.filter((part) => part !== '').join(' '));
  function problemOf(): RefusedLine['problem'] | undefined {
    if (isTooLong) return 'cell-too-long';
    if (names.every((part) => part === '')) return 'name-missing';
    if (!name.success) return 'name-invalid';
    // A customer without a contact that can be matched would be brought again by a second import.
    return contactsIn(contacts).length === 0 ? 'contact-missing' : undefined;
  }
  return {
    remarks,
    problem: problemOf(),
    card: { name: name.data ?? '', ...contacts, notes: notes() },
    birthday: birthday(),
    typed: cell('birthday'),
    visits: visits(),
  };
}

/**
 * The rows of a file as cards, the lines that can't be imported, and remarks on cells that aren't taken as they are, by line. A cell that
 * can't be read and needn't be there is left out, and its customer comes without it.
 */
export async function readRows({ headings, rows: all }: ImportedTable, reading: Reading) {
  const read: ReadRow[] = [];
  const refused: (RefusedLine & { readonly name: string })[] = [];
  const remarks: RemarkOnCell[] = [];
  const dates: DayCell[] = [];
  const breathe = breather();
  let row = 0;
  for await (const next of all) {
    await breathe();
    row += 1;
    const { line } = next;
    const { remarks: found, problem, ...rest } = readRow(next, headings.length, reading);
    remarks.push(...found);
    if (rest.birthday) dates.push(rest.birthday);
    for (const date of [rest.visits.first, rest.visits.last])
      if (typeof date === 'object') dates.push(date.day);
    if (problem) refused.push({ line, problem, name: rest.card.name });
    else read.push({ row, line, ...rest });
  }

  const orderInFile = orderShown(dates);
  const order = orderInFile ?? reading.order ?? undefined;
  const withVisitsUnreadable = new Set(
    remarks.filter(({ remark }) => remark === 'visits-unreadable').map(({ line }) => line),
  );
  const rows = read.map(({ row: number, line, card, birthday, typed, visits }): ImportRow => {
    const told = birthday && dayIn(birthday, order);
    if (birthday && !told) {
      const remark = birthday.is === 'either' ? 'birthday-unclear' : 'birthday-unreadable';
      remarks.push({ line, remark, text: shown(typed) });
    }
    const unreadable = (typed: string): null => {
      if (!withVisitsUnreadable.has(line))
        remarks.push({ line, remark: 'visits-unreadable', text: shown(typed) });
      withVisitsUnreadable.add(line);
      return null;
    };
    const dateOf = (date: TypedDate | string | undefined): string | null => {
      if (typeof date !== 'object') return date ?? null;
      const found = dateIn(date, order);
      return found !== undefined && found <= reading.today ? found : unreadable(date.typed);
    };
    const { first, last, ...counted } = visits;
    const lastVisit = dateOf(last);
    const firstRead = dateOf(first);
    const isAfterLast = first && firstRead !== null && lastVisit !== null && firstRead > lastVisit;
    const firstVisit = isAfterLast ? unreadable(first.typed) : firstRead;
    const before = beforeOf({ ...counted, firstVisit, lastVisit });
    return {
      row: number,
      line,
      card: {
        birthdayMonth: told?.month ?? null,
        birthdayDay: told?.day ?? null,
        ...card,
        ...(before && { before }),
      },
    };
  });
  remarks.sort((one, other) => one.line - other.line);
  const unclear = read.flatMap(({ birthday, typed, visits: { first, last } }) => [
    ...(birthday?.is === 'either' ? [typed] : []),
    ...[first, last].flatMap((date) =>
      typeof date === 'object' && date.day.is === 'either' ? [date.typed] : [],
    ),
  ])[0];
  return {
    rows,
    refused,
    remarks: remarks.slice(0, MOST_REMARKS),
    unclearDate: orderInFile === undefined && unclear !== undefined ? oneLine(unclear) : null,
  };
}
