import { z } from 'zod';
import { MOST_DAYS } from '../../salon/slots.ts';
import { AcknowledgedQuery } from '../bookings/affected-bookings.ts';
import {
  areAtMostDays,
  BlockReasonField,
  IdPath,
  NEW_VERSION,
  SalonDateField,
  UuidField,
} from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { DatesQuery, DayOutcomes } from './several-days.ts';

/** A date on which the public can't book. Appointments made earlier stay. */
export const BlockedDate = z.object({
  id: UuidField,
  blocked_date: SalonDateField,
  /** Null once it was erased. */
  reason: z.string().nullable(),
  /** Number of staff's decisions about this date: its blocks and its hours. In quotation marks it is the value for `If-Match`. */
  version: z.int(),
});
export type BlockedDate = z.infer<typeof BlockedDate>;

const BlockDate = z
  .object({
    blocked_date: SalonDateField,
    /** The last date, if several are blocked: at most 60, each with a block of its own. */
    until: SalonDateField.optional(),
    reason: BlockReasonField,
  })
  .refine(({ blocked_date, until }) => until === undefined || blocked_date <= until, {
    path: ['until'],
    error: 'Must not lie before `blocked_date`.',
  })
  .refine(({ blocked_date, until }) => until === undefined || areAtMostDays(MOST_DAYS, blocked_date, until), {
    path: ['until'],
    error: `At most ${MOST_DAYS} days.`,
  });

const ONE = { caller: 'admin', roles: 'desk', area: 'hours', params: IdPath } as const;

/** The result of a command on a blocked date. */
const BlockAnswer = z.object({
  id: UuidField,
  blocked_date: SalonDateField,
  ...NEW_VERSION,
  days: DayOutcomes,
});

export const listBlockedDates = defineOperation({
  method: 'get',
  path: '/api/admin/blocked-dates',
  summary: 'Blocked dates, in order',
  caller: 'admin',
  roles: 'desk',
  area: 'hours',
  query: DatesQuery,
  answer: { status: 200, body: z.array(BlockedDate) },
  isProjected: true,
});

export const getBlockedDate = defineOperation({
  ...ONE,
  method: 'get',
  path: '/api/admin/blocked-dates/{id}',
  summary: 'One blocked date',
  answer: { status: 200, body: BlockedDate },
  isProjected: true,
  problems: ['block-not-found'],
});

export const blockDate = defineOperation({
  method: 'post',
  path: '/api/admin/blocked-dates',
  summary: 'Block a date, or all dates up to another one',
  caller: 'admin',
  roles: 'desk',
  area: 'hours',
  query: AcknowledgedQuery,
  body: BlockDate,
  answer: { status: 201, body: BlockAnswer },
  command: 'block-date',
  deadlineMs: 15_000,
  problems: ['block-reason-required', 'already-blocked', 'appointments-on-date'],
});

export const changeBlockedDate = defineOperation({
  ...ONE,
  method: 'patch',
  path: '/api/admin/blocked-dates/{id}',
  summary: 'Give another reason',
  body: z.object({ reason: BlockReasonField }),
  answer: { status: 200, body: BlockAnswer },
  command: 'change-blocked-date',
  problems: ['block-reason-required', 'block-not-found'],
});

export const unblockDate = defineOperation({
  ...ONE,
  method: 'delete',
  path: '/api/admin/blocked-dates/{id}',
  summary: 'Open the date again',
  answer: { status: 200, body: BlockAnswer },
  command: 'unblock-date',
  problems: ['block-not-found'],
});
