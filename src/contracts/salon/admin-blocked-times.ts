import { z } from 'zod';
import { repeatedDates } from '../../salon/repeated-dates.ts';
import { MOST_DAYS, MOST_WEEKS } from '../../salon/slots.ts';
import { AcknowledgedField, AcknowledgedQuery } from '../bookings/affected-bookings.ts';
import {
  areAtMostDays,
  BlockReasonField,
  ClockField,
  EndClockField,
  IdPath,
  NEW_VERSION,
  SalonDateField,
  StylistIdField,
  UuidField,
} from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { DatesQuery, DayOutcomes } from './several-days.ts';

/** A part of a day in which nobody can book, such as a lunch. Appointments made earlier stay. */
export const BlockedTime = z.object({
  id: UuidField,
  date: SalonDateField,
  /** The stylist for whom it is blocked; left out for everybody. */
  stylist_id: StylistIdField.optional(),
  start_time: ClockField,
  end_time: EndClockField,
  /** Null once it was erased. */
  reason: z.string().nullable(),
  /** The same for all blocked times that repeat and were made together; null for one that doesn't repeat. */
  series_id: UuidField.nullable(),
  /** The day's version. In quotation marks, it is the value for `If-Match`. */
  version: z.int(),
});
export type BlockedTime = z.infer<typeof BlockedTime>;

const WEEKDAYS = 'Must be a list of 1 to 7 weekdays, each once: 0 for Sunday to 6 for Saturday.';

const BlockTime = z
  .object({
    date: SalonDateField,
    /** The stylist for whom it is blocked; left out for everybody. */
    stylist_id: StylistIdField.optional(),
    start_time: ClockField,
    end_time: EndClockField,
    reason: BlockReasonField,
    /** The same time is blocked each week up to this date, at most 52 weeks. */
    repeat_until: SalonDateField.optional(),
    /** On these weekdays, 0 for Sunday to 6 for Saturday, from `date` on; on that of `date` when left out. At most 60 days. */
    weekdays: z
      .array(z.int(WEEKDAYS).min(0, WEEKDAYS).max(6, WEEKDAYS), WEEKDAYS)
      .min(1, WEEKDAYS)
      .max(7, WEEKDAYS)
      .refine((days) => new Set(days).size === days.length, WEEKDAYS)
      .optional(),
    acknowledged: AcknowledgedField,
  })
  .refine(({ date, repeat_until }) => repeat_until === undefined || date <= repeat_until, {
    path: ['repeat_until'],
    error: 'Must not lie before `date`.',
    abort: true,
  })
  .refine(
    ({ date, repeat_until }) =>
      repeat_until === undefined || areAtMostDays(7 * MOST_WEEKS, date, repeat_until),
    {
      path: ['repeat_until'],
      error: `At most ${MOST_WEEKS} weeks.`,
      abort: true,
    },
  )
  .superRefine(({ date, repeat_until, weekdays }, { addIssue }) => {
    if (!weekdays) return;
    const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (repeat_until === undefined) return wrong('repeat_until', 'Must be given with `weekdays`.');
    const count = repeatedDates(date, repeat_until, weekdays).length;
    if (count === 0) wrong('weekdays', 'None of them lies from `date` to `repeat_until`.');
    if (count > MOST_DAYS) wrong('repeat_until', `At most ${MOST_DAYS} days.`);
  });

/** Both times, a reason, or all of them. */
const ChangeBlockedTime = z
  .object({
    start_time: ClockField.optional(),
    end_time: EndClockField.optional(),
    reason: BlockReasonField.optional(),
    acknowledged: AcknowledgedField,
  })
  .superRefine(({ start_time, end_time, reason }, { addIssue }) => {
    const missing = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if ((start_time === undefined) !== (end_time === undefined))
      missing(start_time === undefined ? 'start_time' : 'end_time', 'Both times belong together.');
    else if (start_time === undefined && reason === undefined)
      missing('reason', 'Must be given, unless the times are.');
  });

const ONE = { caller: 'admin', roles: 'all', area: 'hours', params: IdPath } as const;

/** The result of a command on a blocked time; the version is the day's. */
const BlockedTimeAnswer = z.object({
  id: UuidField,
  date: SalonDateField,
  ...NEW_VERSION,
  days: DayOutcomes,
});

export const listBlockedTimes = defineOperation({
  method: 'get',
  path: '/api/admin/blocked-times',
  summary: 'Blocked parts of days, in order',
  caller: 'admin',
  roles: 'desk',
  area: 'hours',
  /** Of a stylist: theirs and those of everybody; left out for all. */
  query: DatesQuery.extend({ stylist_id: StylistIdField.optional() }),
  answer: { status: 200, body: z.array(BlockedTime) },
  isProjected: true,
  problems: ['unknown-stylist'],
});

export const getBlockedTime = defineOperation({
  ...ONE,
  method: 'get',
  path: '/api/admin/blocked-times/{id}',
  summary: 'One blocked part of a day',
  answer: { status: 200, body: BlockedTime },
  isProjected: true,
  problems: ['blocked-time-not-found'],
});

const CHANGE_PROBLEMS = ['block-reason-required', 'hours-inverted', 'appointments-on-date'] as const;

export const blockTime = defineOperation({
  method: 'post',
  path: '/api/admin/blocked-times',
  summary: 'Block a part of a day, once or on some weekdays up to a date',
  caller: 'admin',
  roles: 'all',
  area: 'hours',
  query: AcknowledgedQuery,
  body: BlockTime,
  answer: { status: 201, body: BlockedTimeAnswer },
  command: 'block-time',
  deadlineMs: 15_000,
  problems: ['unknown-stylist', 'stylist-unavailable', ...CHANGE_PROBLEMS],
});

export const changeBlockedTime = defineOperation({
  ...ONE,
  method: 'patch',
  path: '/api/admin/blocked-times/{id}',
  summary: 'Move it within its day, or give another reason',
  query: AcknowledgedQuery,
  body: ChangeBlockedTime,
  answer: { status: 200, body: BlockedTimeAnswer },
  command: 'change-blocked-time',
  problems: ['blocked-time-not-found', ...CHANGE_PROBLEMS],
});

export const unblockTime = defineOperation({
  ...ONE,
  method: 'delete',
  path: '/api/admin/blocked-times/{id}',
  summary: 'Open the time again; with `following`, also those of its series that come after it',
  query: z.object({ following: z.literal('true', 'Must be true, or left out.').optional() }),
  answer: { status: 200, body: BlockedTimeAnswer },
  command: 'unblock-time',
  deadlineMs: 15_000,
  problems: ['blocked-time-not-found'],
});
