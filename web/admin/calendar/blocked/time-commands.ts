import {
  blockTime,
  changeBlockedTime,
  getBlockedTime,
  unblockTime,
} from '../../../../src/contracts/salon/admin-blocked-times.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { clocksOf } from '../../../../src/salon/time-text.ts';
import { call } from '../../../api.ts';
import type { Acknowledged, ForDays } from '../../bookings/affected/use-acknowledged.tsx';
import { defineCommand } from '../../data/command.ts';
import { defineQuery } from '../../data/query.ts';
import { topicOf } from '../../data/topics.ts';
import { daysTopic } from './blocked-date-commands.ts';

/** A blocked part of a day. */
export const BLOCKED_TIME = defineQuery({
  name: 'blocked-time',
  about: () => ['day'],
  load: (id: string, { after, ...options }) =>
    call(getBlockedTime, { ...options, params: { id }, query: { after } }),
});

export const BLOCK_TIME = defineCommand({
  name: 'block-time',
  thing: ({
    date,
    repeatUntil,
  }: ForDays &
    Interval & {
      date: SalonDate;
      /** Undefined for everybody. */
      stylistId: string | undefined;
      reason: string;
      repeatUntil: SalonDate | undefined;
      weekdays: readonly number[] | undefined;
    }) => daysTopic(date, repeatUntil),
  send: ({ date, stylistId, reason, repeatUntil, weekdays, acknowledged, ...time }, options) =>
    call(blockTime, {
      ...options,
      query: { acknowledged },
      body: {
        date,
        stylist_id: stylistId,
        ...clocksOf(time),
        reason,
        repeat_until: repeatUntil,
        ...(weekdays && { weekdays: [...weekdays] }),
      },
    }),
});

export const CHANGE_BLOCKED_TIME = defineCommand({
  name: 'change-blocked-time',
  thing: ({ date }: Acknowledged & Interval & { id: string; date: SalonDate; reason: string }) =>
    topicOf('day', date),
  send: ({ id, reason, acknowledged, start, end }, options) =>
    call(changeBlockedTime, {
      ...options,
      params: { id },
      query: { acknowledged },
      body: { ...clocksOf({ start, end }), reason },
    }),
});

export const UNBLOCK_TIME = defineCommand({
  name: 'unblock-time',
  thing: ({ date, following }: { id: string; date: SalonDate; following?: 'true' }) =>
    following ? 'day' : topicOf('day', date),
  send: ({ id, following }, options) =>
    call(unblockTime, { ...options, params: { id }, query: { following } }),
});
