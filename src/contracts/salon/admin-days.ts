import { z } from 'zod';
import { MOST_DAYS, MOST_WINDOWS } from '../../salon/slots.ts';
import { AcknowledgedField, AcknowledgedQuery, AffectedBooking } from '../bookings/affected-bookings.ts';
import { ClockField, EndClockField, NEW_VERSION, SalonDateField, StylistIdField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { BlockedTime } from './admin-blocked-times.ts';
import { HoursFrom } from './hours-from.ts';
import { DayOutcomes } from './several-days.ts';

/** Hours in which the salon is open on a date. */
const Window = z.object({ start_time: ClockField, end_time: EndClockField });

/** One date: its hours, and what staff have blocked of it. */
export const Day = z.object({
  date: SalonDateField,
  /** The stylist who was asked about: the hours are theirs, within the salon's. Left out for the salon. */
  stylist_id: StylistIdField.optional(),
  /** Sorted; empty if the salon is closed, or the stylist doesn't work. */
  windows: z.array(Window),
  /** Hours of this date that are switched off, in order. Those of every week aren't among them. */
  off: z.array(Window),
  from: HoursFrom,
  /** True if the whole date is blocked. */
  blocked: z.boolean(),
  /** Blocked parts of the day, by start; of a stylist: theirs and those of everybody. */
  blocks: z.array(BlockedTime),
  /** Number of staff's decisions about this date. In quotation marks, it is the value for `If-Match`. */
  version: z.int(),
  /** Bookings of today or later that lie outside the hours of their stylist; of a stylist only theirs. */
  bookings_outside: z.array(AffectedBooking),
});
export type Day = z.infer<typeof Day>;

const WINDOWS = `Must be a list of at most ${MOST_WINDOWS} times.`;
const Windows = z
  .array(Window, WINDOWS)
  .max(MOST_WINDOWS, WINDOWS)
  .refine(
    (windows) =>
      windows.every(({ start_time }, index) => (windows[index - 1]?.start_time ?? '') <= start_time),
    'Must be in order.',
  );

/** The hours that a date gets; those that are switched off can be switched on again. None of them overlap. */
export const HoursOfDate = z.object({ windows: Windows, off: Windows.optional() });

/** The stylist whose hours they are; left out for the salon's. */
const OF_STYLIST = { stylist_id: StylistIdField.optional() };

const ONE = {
  caller: 'admin',
  roles: 'desk',
  area: 'hours',
  params: z.object({ date: SalonDateField }),
} as const;

const DayAnswer = z.object({ date: SalonDateField, ...NEW_VERSION });

const SET_PROBLEMS = [
  'unknown-stylist',
  'stylist-unavailable',
  'date-past',
  'hours-inverted',
  'hours-overlap',
  'appointments-outside-hours',
] as const;

export const getDay = defineOperation({
  ...ONE,
  method: 'get',
  path: '/api/admin/days/{date}',
  summary: 'Hours and blocks of one date',
  query: z.object({ stylist_id: StylistIdField.optional() }),
  answer: { status: 200, body: Day },
  isProjected: true,
  problems: ['unknown-stylist'],
});

/** Serves other programs: the admin area sets the hours of a single date by `setHoursOfDays` too. */
export const setDayHours = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/days/{date}/hours',
  summary: 'Give a date hours of its own; none close it. The weekly hours no longer apply to it',
  query: AcknowledgedQuery,
  body: HoursOfDate.extend({ ...OF_STYLIST, acknowledged: AcknowledgedField }),
  answer: { status: 200, body: DayAnswer },
  command: 'set-day-hours',
  problems: SET_PROBLEMS,
});

export const clearDayHours = defineOperation({
  ...ONE,
  method: 'delete',
  path: '/api/admin/days/{date}/hours',
  summary: 'Let the weekly hours apply to a date again',
  query: AcknowledgedQuery.extend(OF_STYLIST),
  answer: { status: 200, body: DayAnswer },
  command: 'clear-day-hours',
  problems: [
    'unknown-stylist',
    'stylist-unavailable',
    'date-past',
    'hours-not-found',
    'appointments-outside-hours',
  ],
});

const DAYS = `Must be a list of 1 to ${MOST_DAYS} dates, each once.`;

export const setHoursOfDays = defineOperation({
  method: 'post',
  path: '/api/admin/days',
  summary: 'Give several dates hours of their own, such as those of a week',
  caller: 'admin',
  roles: 'desk',
  area: 'hours',
  query: AcknowledgedQuery,
  body: z.object({
    ...OF_STYLIST,
    days: z
      .array(HoursOfDate.extend({ date: SalonDateField }), DAYS)
      .min(1, DAYS)
      .max(MOST_DAYS, DAYS)
      .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, DAYS),
  }),
  answer: { status: 200, body: DayAnswer.extend({ days: DayOutcomes }) },
  command: 'set-hours-of-days',
  deadlineMs: 15_000,
  problems: SET_PROBLEMS,
});
