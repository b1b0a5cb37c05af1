import { blockDate, unblockDate } from '../../../../src/contracts/salon/admin-blocked-dates.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { call } from '../../../api.ts';
import { defineCommand, patchOf } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import type { ForDays } from '../affected/use-acknowledged.tsx';
import { BLOCKED_DATES } from './queries.ts';

/** One day; with a last one, any of several. */
export const daysTopic = (date: SalonDate, until: SalonDate | undefined) =>
  until === undefined ? topicOf('day', date) : 'day';

export const BLOCK_DATES = defineCommand({
  name: 'block-dates',
  thing: ({ date, until }: ForDays & { date: SalonDate; until: SalonDate | undefined; reason: string }) =>
    daysTopic(date, until),
  send: ({ date, until, reason, acknowledged }, sending) =>
    call(blockDate, { ...sending, query: { acknowledged }, body: { blocked_date: date, until, reason } }),
});

export const UNBLOCK_DATE = defineCommand({
  name: 'unblock-date',
  thing: ({ date }: { id: string; date: SalonDate }) => topicOf('day', date),
  send: ({ id }, sending) => call(unblockDate, { ...sending, params: { id } }),
  patches: ({ id }) => [patchOf(BLOCKED_DATES, (dates) => dates.filter((one) => one.id !== id))],
});
