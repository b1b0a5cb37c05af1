import { getDay } from '../../../../src/contracts/salon/admin-days.ts';
import { getSchedule } from '../../../../src/contracts/salon/admin-hours.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import { topicOf } from '../../data/topics.ts';

/** The weekly hours, with the version that a change must name. */
export const SCHEDULE = defineQuery({
  name: 'schedule',
  about: () => ['hours'],
  load: (_: Record<never, never>, { after, ...options }) =>
    call(getSchedule, { ...options, query: { after } }),
});

/** One date: its hours, and the version that a change of them must name. */
export const DAY = defineQuery({
  name: 'day',
  about: (date: SalonDate) => [topicOf('day', date), 'hours'],
  load: (date, { after, ...options }) => call(getDay, { ...options, params: { date }, query: { after } }),
});
