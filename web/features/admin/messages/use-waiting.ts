import { useAdminQuery } from '../../../admin/server/use-admin-query.ts';
import { type MessageFilters, WAITING } from './server.ts';

/** Nights and pauses begin and end without an event that live updates could tell of. */
const LOOK_AGAIN_MS = 10_000;

/** What has not left, as far as the filters let it be shown; looked at again and again. */
export function useWaiting({ state, ...filters }: MessageFilters) {
  const isShown = state === undefined || state === 'under_way';
  const { data, reload } = useAdminQuery(WAITING, isShown ? filters : null, {
    keepPrevious: true,
    againAfterMs: () => LOOK_AGAIN_MS,
  });
  return { waiting: isShown ? data : undefined, reload };
}
