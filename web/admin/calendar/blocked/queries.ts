import { listBlockedDates } from '../../../../src/contracts/salon/admin-blocked-dates.ts';
import { getBlockedTime } from '../../../../src/contracts/salon/admin-blocked-times.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';

/** Blocked dates from a day on. */
export const BLOCKED_DATES = defineQuery({
  name: 'blocked-dates',
  about: () => ['day'],
  load: ({ from }: { from: SalonDate }, { after, ...options }) =>
    call(listBlockedDates, { ...options, query: { from, after } }),
});

/** A blocked part of a day. */
export const BLOCKED_TIME = defineQuery({
  name: 'blocked-time',
  about: () => ['day'],
  load: (id: string, { after, ...options }) =>
    call(getBlockedTime, { ...options, params: { id }, query: { after } }),
});
