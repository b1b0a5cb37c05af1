import { getSchedule } from '../../../../src/contracts/salon/admin-hours.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';

/** The weekly hours; its version is what a change of them names. */
export const SCHEDULE = defineQuery({
  name: 'schedule',
  about: () => ['hours'],
  load: (_: Record<never, never>, { after, ...asking }) => call(getSchedule, { ...asking, query: { after } }),
});
