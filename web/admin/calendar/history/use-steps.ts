import { useEffect } from 'react';
import {
  type CalendarMoment,
  listCalendarMoments,
} from '../../../../src/contracts/bookings/calendar-moments.ts';
import { call } from '../../../api.ts';
import { definePagedQuery } from '../../data/query.ts';
import { useAdminPages } from '../../data/use-admin-query.ts';
import type { Days } from '../plan/span.ts';

/** The changes of a range of days, the newest first. */
const CALENDAR_MOMENTS = definePagedQuery({
  name: 'calendar-moments',
  about: () => ['booking', 'customer', 'hours', 'day'],
  load: (days: Days, { after, cursor, ...options }) =>
    call(listCalendarMoments, { ...options, query: { ...days, cursor, after } }),
});

/** The changes around a moment. */
interface Steps {
  /** The last change before the moment, or at it; undefined before the first, and while it isn't loaded. */
  readonly last: CalendarMoment | undefined;
  /** The changes after which the calendar is as it was before and after that one. */
  readonly earlier: CalendarMoment | undefined;
  readonly later: CalendarMoment | undefined;
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
  } = useAdminPages(CALENDAR_MOMENTS, days);
  // The changes of other days say nothing about these.
  const data = isPrevious ? undefined : pages;
  const moments = data?.flatMap((page) => page.moments) ?? [];
  const at = position === undefined ? -1 : moments.findIndex((moment) => moment.position <= position);
  const isReached = at !== -1 && at < moments.length - 1;
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
      later: isBeforeAll ? moments.at(-1) : undefined,
      ...loading,
    };
  }
  return { last: moments[at], earlier: moments[at + 1], later: moments[at - 1], ...loading };
}
