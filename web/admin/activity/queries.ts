import { listActivity } from '../../../src/contracts/history/activity.ts';
import type { HistoryKind } from '../../../src/contracts/history/history.ts';
import { call } from '../../api.ts';
import { definePagedQuery } from '../data/query.ts';
import type { Topic } from '../data/topics.ts';

/** The filters of the activity; undefined for none. */
export interface ActivityFilters {
  readonly actor: 'customer' | 'admin' | 'system' | undefined;
  readonly kind: HistoryKind | undefined;
  /** The first and last day. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Everything that happened, the newest first. */
export const ACTIVITY = definePagedQuery({
  name: 'activity',
  about: ({ kind }: ActivityFilters): Topic[] =>
    kind ? [kind] : ['booking', 'message', 'mail', 'customer', 'service', 'hours', 'day'],
  load: (filters: ActivityFilters, { after, cursor, ...options }) =>
    call(listActivity, { ...options, query: { ...filters, limit: '50', cursor, after } }),
});
