import { blockDate, unblockDate } from '../../../../src/contracts/salon/admin-blocked-dates.ts';
import {
  blockTime,
  changeBlockedTime,
  unblockTime,
} from '../../../../src/contracts/salon/admin-blocked-times.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { call } from '../../../api.ts';
import { CALENDAR } from '../../bookings/queries.ts';
import { defineCommand, patchOf } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import type { Acknowledged, ForDays } from '../affected/use-acknowledged.tsx';
import { clocks } from '../hours/commands.ts';
import { BLOCKED_DATES } from './queries.ts';

/** One day; with a last one, any of several. */
const daysTopic = (date: SalonDate, until: SalonDate | undefined) =>
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

export const BLOCK_TIME = defineCommand({
  name: 'block-time',
  thing: ({
    date,
    repeatUntil,
  }: ForDays & Interval & { date: SalonDate; reason: string; repeatUntil: SalonDate | undefined }) =>
    daysTopic(date, repeatUntil),
  send: ({ date, reason, repeatUntil, acknowledged, ...time }, sending) =>
    call(blockTime, {
      ...sending,
      query: { acknowledged },
      body: { date, ...clocks(time), reason, repeat_until: repeatUntil },
    }),
});

export const CHANGE_BLOCKED_TIME = defineCommand({
  name: 'change-blocked-time',
  thing: ({ date }: Acknowledged & Interval & { id: string; date: SalonDate; reason: string }) =>
    topicOf('day', date),
  send: ({ id, reason, acknowledged, start, end }, sending) =>
    call(changeBlockedTime, {
      ...sending,
      params: { id },
      query: { acknowledged },
      body: { ...clocks({ start, end }), reason },
    }),
});

export const UNBLOCK_TIME = defineCommand({
  name: 'unblock-time',
  thing: ({ date, following }: { id: string; date: SalonDate; following?: 'true' }) =>
    following ? 'day' : topicOf('day', date),
  send: ({ id, following }, sending) =>
    call(unblockTime, { ...sending, params: { id }, query: { following } }),
  patches: ({ id }) => [
    patchOf(CALENDAR, (calendar) => ({
      ...calendar,
      days: calendar.days.map((day) => ({ ...day, blocks: day.blocks.filter((one) => one.id !== id) })),
    })),
  ],
});
