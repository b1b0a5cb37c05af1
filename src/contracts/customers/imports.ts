import { z } from 'zod';
import { boundedText, IdPath, PositionField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { CustomerCard } from './customers.ts';
import { Before } from './visits.ts';

export const MOST_IMPORTED_ROWS = 20_000;
export const MOST_VISITS = 100_000;
/** More than a cell has digits for. */
export const MOST_SPENT_CENTS = 10_000_000_000_000;
const MOST_COLUMNS = 200;
const MOST_BYTES = 10_000_000;

/** The facts of a customer that a column of a file may hold. A cell may have several emails or phones, joined by ` ::: `. */
export const IMPORT_FIELDS = [
  'name',
  'first_name',
  'middle_name',
  'last_name',
  'email',
  'other_email',
  'phone',
  'other_phone',
  'third_phone',
  'birthday',
  'birthday_month',
  'birthday_day',
  'notes',
  'blocked',
  'visits',
  'first_visit',
  'last_visit',
  'days_since_visit',
  'spent',
] as const;
const ImportField = z.enum(IMPORT_FIELDS);
export type ImportField = z.infer<typeof ImportField>;

/** The columns of a file: indexes from 0 by field. */
const COLUMNS = 'Must name columns by what they say.';
const Columns = z.partialRecord(
  ImportField,
  z
    .int(COLUMNS)
    .min(0, COLUMNS)
    .max(MOST_COLUMNS - 1, COLUMNS),
  COLUMNS,
);
export type ImportColumns = z.infer<typeof Columns>;

/** Reasons why a line isn't imported. `imports/texts.ts` of the pages puts them in sentences. */
const LINE_PROBLEMS = ['name-missing', 'name-invalid', 'contact-missing', 'cell-too-long'] as const;
const RefusedLine = z.object({ line: z.int().positive(), problem: z.enum(LINE_PROBLEMS) });
export type RefusedLine = z.infer<typeof RefusedLine>;

export const MOST_REMARKS = 1_000;
/** The ways in which a cell isn't taken as it is; the rest of its line is imported. The pages put them in sentences, too. */
const REMARKS = [
  'email-unreadable',
  'phone-unreadable',
  'phones-joined',
  'phone-unmatched',
  'contacts-left-out',
  'birthday-unreadable',
  'birthday-unclear',
  'notes-shortened',
  'was-blocked',
  'visits-unreadable',
  'cells-left-out',
  'letters-guessed',
] as const;
const RemarkOnLine = z.object({ line: z.int().positive(), remark: z.enum(REMARKS) });
export type RemarkOnLine = z.infer<typeof RemarkOnLine>;

/** The order of dates such as `5/6/1980`. A file has one. */
export const DateOrder = z.enum(['month-first', 'day-first'], 'Must be month-first or day-first.');
export type DateOrder = z.infer<typeof DateOrder>;
/** Counts only where nothing in the file shows the order. If it is left out there, such birthdays aren't taken. */
const DATE_ORDER = { date_order: DateOrder.nullable().default(null) };

/** The progress of an import. Every line of the file is counted once: as imported, known, not taken, refused or empty. */
export const ImportStatus = z.object({
  id: UuidField,
  started_at: z.iso.datetime(),
  status: z.enum(['open', 'finished', 'undone']),
  /** Rows of the file, and how many of them are done. */
  rows: z.int().min(0),
  done: z.int().min(0),
  imported: z.int().min(0),
  /** Lines of people who are customers already, or stand in the line `as` above; null for a customer. */
  known: z.array(z.object({ line: z.int().positive(), as: z.int().positive().nullable() })),
  /** Lines of others who share an email or phone with somebody. Their names are in `/not-taken`, for a month. */
  not_taken: z.array(z.int().positive()),
  refused: z.array(RefusedLine),
  /**
   * Remarks on cells that aren't taken as they are, in lines that were imported or refused: one of a kind for each line, and the first
   * 1,000.
   */
  remarks: z.array(RemarkOnLine),
  empty: z.int().min(0),
  /** Set for an undone import: the customers who were kept, since something has been decided about them. Null until that is known. */
  kept: z.array(UuidField).nullable(),
});
export type ImportStatus = z.infer<typeof ImportStatus>;

/** A contact of a line that isn't taken, with its holder. */
export const SharedContact = z.object({
  contact: z.enum(['email', 'phone']),
  value: z.string(),
  with: z.object({
    customer_id: UuidField,
    name: z.string(),
    /** Their line of the file; null for somebody who was a customer before. */
    line: z.int().positive().nullable(),
  }),
});
export type SharedContact = z.infer<typeof SharedContact>;

/** A line that isn't taken. */
export const LineNotTaken = z.object({
  line: z.int().positive(),
  name: z.string(),
  shares: z.array(SharedContact).min(1),
  /** The rest of the line, without the contacts that it shares. */
  rest: CustomerCard.pick({
    email: true,
    phone: true,
    birthday_month: true,
    birthday_day: true,
    notes: true,
    before: true,
  }),
});
export type LineNotTaken = z.infer<typeof LineNotTaken>;

const Started = z.object({ id: UuidField, position: PositionField });

export const uploadImportFile = defineOperation({
  method: 'post',
  path: '/api/admin/import-files',
  summary: 'Send a CSV file with customers, to look at before it is imported; it is kept for an hour',
  caller: 'admin',
  roles: 'owners',
  area: 'customers',
  upload: {
    // Some systems take CSV files for those of a spreadsheet.
    types: ['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel'],
    mostBytes: MOST_BYTES,
    arrivalMs: 120_000,
  },
  answer: {
    status: 201,
    body: z.object({
      id: UuidField,
      /** The headings; blank if the file has none. */
      headings: z.array(z.string()),
      rows: z.int().min(1),
      /** The columns, as far as the headings tell. */
      columns: Columns,
    }),
  },
  deadlineMs: 30_000,
  problems: ['import-file-unreadable'],
});

export const previewImport = defineOperation({
  method: 'post',
  path: '/api/admin/import-files/{id}/preview',
  summary: 'The customers that a file would bring if these columns were imported; nothing is changed',
  caller: 'admin',
  roles: 'owners',
  area: 'customers',
  params: IdPath,
  body: z.object({ columns: Columns, ...DATE_ORDER }),
  answer: {
    status: 200,
    body: z.object({
      rows: z.int().min(0),
      /** With the person's name, if it can be read. */
      refused: z.array(RefusedLine.extend({ name: z.string() })),
      /** The first 1,000, with the beginning of the cell that each is about. */
      remarks: z.array(RemarkOnLine.extend({ text: z.string() })),
      /** A birthday, or a visit's date, that can be read in two ways, if nothing in the file shows which is meant: then `date_order` says it. */
      unclear_date: z.string().nullable(),
      /** Rows that tell of visits, and whose email or phone a customer has already: these visits aren't kept. */
      visits_left_out: z.int().min(0),
      /** The first rows as they would be imported. */
      sample: z.array(
        z.object({
          line: z.int().positive(),
          name: z.string(),
          emails: z.array(z.string()),
          phones: z.array(z.string()),
          birthday_month: z.int().nullable(),
          birthday_day: z.int().nullable(),
          notes: z.string().nullable(),
          before: Before.nullable(),
        }),
      ),
    }),
  },
  deadlineMs: 30_000,
  problems: ['not-found', 'import-file-unreadable'],
});

export const startImport = defineOperation({
  method: 'post',
  path: '/api/admin/imports',
  summary: 'Import the customers of a file',
  caller: 'admin',
  roles: 'owners',
  area: 'customers',
  body: z.object({
    file_id: UuidField,
    columns: Columns,
    ...DATE_ORDER,
  }),
  answer: { status: 201, body: Started },
  command: 'start-import',
  deadlineMs: 30_000,
  problems: ['not-found', 'import-file-unreadable', 'import-running'],
});

export const listImports = defineOperation({
  method: 'get',
  path: '/api/admin/imports',
  summary:
    'The latest imports of customers, the newest first; remarks are in the answer about a single import',
  caller: 'admin',
  roles: 'owners',
  area: 'customers',
  answer: { status: 200, body: z.object({ imports: z.array(ImportStatus.omit({ remarks: true })) }) },
});

export const getImport = defineOperation({
  method: 'get',
  path: '/api/admin/imports/{id}',
  summary: 'The progress of an import of customers',
  caller: 'admin',
  roles: 'owners',
  area: 'customers',
  params: IdPath,
  answer: { status: 200, body: ImportStatus },
  problems: ['not-found'],
});

const NO_LINE = 'Must be the number of a line.';
export const listNotTaken = defineOperation({
  method: 'get',
  path: '/api/admin/imports/{id}/not-taken',
  summary:
    'Lines of an import that were not taken, with whom they share an email or phone; for a month, or until somebody is erased',
  caller: 'admin',
  roles: 'owners',
  area: 'customers',
  params: IdPath,
  query: z.object({
    /** The list has only lines below this one: `next_after` of the page before. */
    after_line: boundedText(9, NO_LINE)
      .regex(/^\d{1,9}$/, NO_LINE)
      .transform(Number)
      .optional(),
  }),
  answer: {
    status: 200,
    body: z.object({ lines: z.array(LineNotTaken), next_after: z.int().positive().nullable() }),
  },
});

export const undoImport = defineOperation({
  method: 'post',
  path: '/api/admin/imports/{id}/undo',
  summary:
    'Take an import back: customers about whom nothing has been decided since are erased, the others are kept',
  caller: 'admin',
  roles: 'owners',
  // It erases.
  area: null,
  params: IdPath,
  body: z.object({}),
  answer: { status: 200, body: Started },
  command: 'undo-import',
  problems: ['not-found', 'not-undoable'],
});
