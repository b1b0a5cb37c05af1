import { listReports } from '../../../src/contracts/reports/reports.ts';
import { call } from '../../api.ts';
import { defineQuery } from './query.ts';
import type { Topic } from './topics.ts';

/** The reports that there are. They change only with a new release. Apart from the other queries, which every screen loads. */
export const REPORTS = defineQuery({
  name: 'reports',
  about: (): Topic[] => [],
  load: (_input: 'all', { after: _, ...options }) => call(listReports, options),
});
