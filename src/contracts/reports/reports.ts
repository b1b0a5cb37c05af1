import { z } from 'zod';
import { BookingStatus } from '../bookings/bookings.ts';
import { boundedText, IN_ORDER, SalonDateField, UuidField } from '../fields.ts';
import { Moment } from '../moment.ts';
import { defineOperation } from '../operation.ts';
import { NO_CURSOR, pageLimitField } from '../paging.ts';

const MOST_YEARS = 20;
const MOST_YEARS_BY_DAY = 3;
/** Groupings with a row for every day or week of the period. */
const FINE: readonly string[] = ['day', 'week'];
const APPOINTMENTS_A_PAGE = 50;

/** The report's names and keys aren't known here: unknown ones are not found. */
const keyField = (of: string) => boundedText(64, `Must be the key of a ${of}.`);

/** Unit of a number: a count, US cents, minutes, a part of 1, days, or an average of counts. */
export const Unit = z.enum(['count', 'cents', 'minutes', 'share', 'days', 'average']);
export type Unit = z.infer<typeof Unit>;

const ReportColumn = z.object({
  key: z.string(),
  label: z.string(),
  unit: Unit,
  meaning: z.string(),
  /** Whether the bookings behind a number can be listed. */
  has_appointments: z.boolean(),
});
export type ReportColumn = z.infer<typeof ReportColumn>;

const ReportGrouping = z.object({
  key: z.string(),
  label: z.string(),
  /** Whether its rows are parts of the calendar, which are all there and in order; others are those with numbers, largest first. */
  is_calendar: z.boolean(),
});

const ReportDescription = z.object({
  name: z.string(),
  title: z.string(),
  meaning: z.string(),
  by: z.array(ReportGrouping).min(1),
  columns: z.array(ReportColumn).min(1),
});
export type ReportDescription = z.infer<typeof ReportDescription>;

/** A number of a report. Null where there is none, such as a share of nothing. */
const Figure = z.number().nullable();

export const ReportRow = z
  .object({ key: z.string(), label: z.string() })
  .catchall(z.union([z.string(), Figure]));
export type ReportRow = z.infer<typeof ReportRow>;

const ReportAnswer = Moment.extend({
  name: z.string(),
  title: z.string(),
  from: SalonDateField,
  to: SalonDateField,
  by: z.string(),
  columns: z.array(ReportColumn),
  rows: z.array(ReportRow),
  /** Totals by the columns' keys: sums; shares, averages and medians of the whole. */
  totals: z.record(z.string(), Figure),
});
export type ReportAnswer = z.infer<typeof ReportAnswer>;

export const listReports = defineOperation({
  method: 'get',
  path: '/api/admin/reports',
  summary: 'The reports that there are',
  caller: 'admin',
  roles: 'owners',
  area: 'reports',
  answer: { status: 200, body: z.object({ reports: z.array(ReportDescription) }) },
});

const ReportPath = z.object({ name: boundedText(64, 'Must be the name of a report.') });

const period = {
  from: SalonDateField,
  to: SalonDateField,
  /** Key of a grouping; the report's first one if left out. */
  by: keyField('grouping').optional(),
};

interface Period {
  readonly from: string;
  readonly to: string;
  readonly by?: string | undefined;
}

/** Whether a period isn't too long for a grouping, or for every grouping if there is none yet. */
export const isShortEnough = ({ from, to, by = '' }: Period): boolean => {
  const years = FINE.includes(by) ? MOST_YEARS_BY_DAY : MOST_YEARS;
  return to < `${Number(from.slice(0, 4)) + years}${from.slice(4)}`;
};
export const SHORT_ENOUGH = {
  path: ['to'],
  error: `Rows by day or week can cover at most ${MOST_YEARS_BY_DAY} years, others at most ${MOST_YEARS}.`,
};

const ReportQuery = z
  .object(period)
  .refine(...IN_ORDER)
  .refine(isShortEnough, SHORT_ENOUGH);

const ONE = {
  method: 'get',
  caller: 'admin',
  roles: 'owners',
  area: 'reports',
  params: ReportPath,
  query: ReportQuery,
  problems: ['not-found'],
  isProjected: true,
  moment: 'always',
} as const;

export const getReport = defineOperation({
  ...ONE,
  path: '/api/admin/reports/{name}',
  summary: 'A report on a period, as things stood at a moment',
  answer: { status: 200, body: ReportAnswer },
});

export const exportReport = defineOperation({
  ...ONE,
  path: '/api/admin/reports/{name}.csv',
  summary: 'The same report as a file for spreadsheets',
  answer: { status: 200, body: 'text/csv' },
  isDownload: true,
});

/** A booking behind a number, as it was at the moment, but with the name that its customer has today. */
export const ReportedBooking = z.object({
  id: UuidField,
  date: SalonDateField,
  /** Minutes since the salon's midnight. */
  start: z.int(),
  end: z.int(),
  status: BookingStatus,
  /** Null if the customer was erased, or the booking was deleted since. */
  customer_name: z.string().nullable(),
  is_deleted: z.boolean(),
  services: z.array(z.object({ id: z.string(), name: z.string() })),
  total_amount: z.string(),
  value: z.number(),
});
export type ReportedBooking = z.infer<typeof ReportedBooking>;

/** Day, start and id of the last booking of a page. */
const LastBooking = z.tuple([SalonDateField, z.string().regex(/^\d{1,4}$/), UuidField]);
const Cursor = boundedText(60, NO_CURSOR).refine(
  (cursor) => LastBooking.safeParse(cursor.split('.')).success,
  NO_CURSOR,
);

export const listReportedBookings = defineOperation({
  method: 'get',
  path: '/api/admin/reports/{name}/appointments',
  summary: 'The appointments behind a number of a report',
  caller: 'admin',
  roles: 'owners',
  area: 'bookings',
  params: ReportPath,
  query: z
    .object({
      ...period,
      /** Key of a row; if left out, all rows together are meant. */
      key: keyField('row').optional(),
      column: keyField('column'),
      limit: pageLimitField(100, APPOINTMENTS_A_PAGE),
      cursor: Cursor.optional(),
    })
    .refine(...IN_ORDER)
    .refine(isShortEnough, SHORT_ENOUGH),
  answer: {
    status: 200,
    body: Moment.extend({
      appointments: z.array(ReportedBooking),
      /** Cursor of the next page; null on the last. */
      next_cursor: z.string().nullable(),
    }),
  },
  problems: ['not-found'],
  isProjected: true,
  moment: 'always',
});
