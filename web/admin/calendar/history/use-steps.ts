import { useEffect } from 'react';
import {
  type CalendarChange,
  listCalendarChanges,
} from '../../../../src/contracts/bookings/calendar-changes.ts';
import { call } from '../../../api.ts';
import { definePagedQuery } from '../../data/query.ts';
import { useAdminPages } from '../../data/use-admin-query.ts';
import type { Days } from '../plan/span.ts';

/** The changes of a range of days, the newest first. */
const CALENDAR_CHANGES = definePagedQuery({
  name: 'calendar-changes',
  // Stylists are told of as settings.
  about: () => ['booking', 'customer', 'hours', 'day', 'settings'],
  load: (days: Days, { after, cursor, ...options }) =>
    call(listCalendarChanges, { ...options, query: { ...days, cursor, after } }),
});

/** The changes around a moment. */
interface Steps {
  /** The last change before the moment, or at it; undefined before the first, and while it isn't loaded. */
  readonly last: CalendarChange | undefined;
  /** The changes after which the calendar is as it was before and after that one. */
  readonly earlier: CalendarChange | undefined;
  readonly later: CalendarChange | undefined;
  /** Why the changes around the moment couldn't be loaded; null unless it has failed. */
  readonly error: Error | null;
  readonly reload: () => void;
}

/**
 * The changes of the shown days around a moment. They are loaded from the newest on, until they reach the moment and the change before.
 * After a failure they are loaded no further until `reload` is called.
 *
 * @param position of the shown moment; undefined while it is loading
 */
export function useSteps(days: Days, position: string | undefined): Steps {
  const {
    data: pages,
    isPrevious,
    hasMore,
    isLoadingMore,
    loadMore,
    ...list
  } = useAdminPages(CALENDAR_CHANGES, days);
  // The changes of other days say nothing about these.
  const data = isPrevious ? undefined : pages;
  const changes = data?.flatMap((page) => page.moments) ?? [];
  const at = position === undefined ? -1 : changes.findIndex((change) => change.position <= position);
  const isReached = at !== -1 && at < changes.length - 1;
  const isMissing = position !== undefined && !isReached && (hasMore || data === undefined);
  const error = isMissing ? list.error : null;
  const isNeeded = isMissing && data !== undefined && !error && !isLoadingMore;
  useEffect(() => {
    if (isNeeded) loadMore();
  });
  const loading = { error, reload: data ? loadMore : list.reload };
  if (at === -1) {
    const isBeforeAll = position !== undefined && data !== undefined && !hasMore;
    return {
      last: undefined,
      earlier: undefined,
      later: isBeforeAll ? changes.at(-1) : undefined,
      ...loading,
    };
  }
  return { last: changes[at], earlier: changes[at + 1], later: changes[at - 1], ...loading };
}
