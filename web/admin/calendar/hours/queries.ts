import { getSchedule } from '../../../../src/contracts/salon/admin-hours.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';

/** The weekly hours, with the version that a change must name. */
export const SCHEDULE = defineQuery({
  name: 'schedule',
  about: () => ['hours'],
  load: (_input: 'now', { after, ...options }) => call(getSchedule, { ...options, query: { after } }),
});
