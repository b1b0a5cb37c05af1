import { listBlockedDates } from '../../../../src/contracts/salon/admin-blocked-dates.ts';
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
