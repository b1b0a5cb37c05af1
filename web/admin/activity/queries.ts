import { listActivity } from '../../../src/contracts/history/activity.ts';
import { type HistoryKind, MESSAGE_HISTORIES } from '../../../src/contracts/history/history.ts';
import { call } from '../../api.ts';
import { definePagedQuery } from '../data/query.ts';
import type { Topic } from '../data/topics.ts';

/** The filters of the activity; undefined for none. */
export interface ActivityFilters {
  readonly actor: 'customer' | 'admin' | 'system' | undefined;
  readonly kind: HistoryKind | undefined;
  readonly without_messages: 'true' | undefined;
  readonly without_automatic: 'true' | undefined;
  /** The first and last day. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Everything that happened, the newest first. */
export const ACTIVITY = definePagedQuery({
  name: 'activity',
  about: ({ kind, without_messages }: ActivityFilters): Topic[] => {
    if (kind) return [kind];
    const messages = without_messages ? [] : MESSAGE_HISTORIES;
    return ['booking', 'customer', 'service', 'hours', 'day', 'settings', 'connection', ...messages];
  },
  load: (filters: ActivityFilters, { after, cursor, ...options }) =>
    call(listActivity, { ...options, query: { ...filters, limit: '50', cursor, after } }),
});
