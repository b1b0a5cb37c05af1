import {
  blockDate,
  listBlockedDates,
  unblockDate,
} from '../../../../src/contracts/salon/admin-blocked-dates.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { call } from '../../../api.ts';
import type { ForDays } from '../../bookings/affected/use-acknowledged.tsx';
import { defineCommand } from '../../data/command.ts';
import { defineQuery } from '../../data/query.ts';
import { topicOf } from '../../data/topics.ts';

/** Blocked dates from a day on. */
export const BLOCKED_DATES = defineQuery({
  name: 'blocked-dates',
  about: () => ['day'],
  load: ({ from }: { from: SalonDate }, { after, ...options }) =>
    call(listBlockedDates, { ...options, query: { from, after } }),
});

/** One day; with a last one, any of several. */
export const daysTopic = (date: SalonDate, until: SalonDate | undefined) =>
  until === undefined ? topicOf('day', date) : 'day';

export const BLOCK_DATES = defineCommand({
  name: 'block-dates',
  thing: ({ date, until }: ForDays & { date: SalonDate; until: SalonDate | undefined; reason: string }) =>
    daysTopic(date, until),
  send: ({ date, until, reason, acknowledged }, options) =>
    call(blockDate, { ...options, query: { acknowledged }, body: { blocked_date: date, until, reason } }),
});

export const UNBLOCK_DATE = defineCommand({
  name: 'unblock-date',
  thing: ({ date }: { id: string; date: SalonDate }) => topicOf('day', date),
  send: ({ id }, options) => call(unblockDate, { ...options, params: { id } }),
});
