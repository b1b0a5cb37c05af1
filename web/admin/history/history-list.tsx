import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdminPages } from '../server/use-admin-query.ts';
import { FailedState } from '../ui/states.tsx';
import { LoadMore } from '../ui/table.tsx';
import type { HistoryQuery } from './queries.ts';
import { Timeline } from './timeline.tsx';

/** All that happened to a thing, the newest first. */
export function HistoryList({ query, id }: { query: HistoryQuery; id: string }) {
  const { data, error, reload, hasMore, isLoadingMore, loadMore } = useAdminPages(query, id);
  if (error && !data)
    return <FailedState what="The history couldn’t be loaded" error={error} onRetry={reload} />;
  if (!data) {
    return (
      <div role="status" className="animate-late space-y-2">
        <span className="sr-only">Loading the history...</span>
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </div>
    );
  }
  const entries = data.flatMap((page) => page.entries);
  return (
    <>
      {entries.length === 0 ? (
        <p className="text-stone">Nothing has happened yet.</p>
      ) : (
        <Timeline entries={entries} />
      )}
      {hasMore && <LoadMore isLoading={isLoadingMore} onLoad={loadMore} />}
    </>
  );
}
