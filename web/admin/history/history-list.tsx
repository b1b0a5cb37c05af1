import { useState } from 'react';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { useAdminPages } from '../data/use-admin-query.ts';
import { FailedState } from '../ui/states.tsx';
import { LoadMore } from '../ui/table/table.tsx';
import { withBookings } from './entries-with-bookings.ts';
import { isMessage } from './history-text.ts';
import { MessagesButton } from './messages-button.tsx';
import type { HistoryQuery } from './queries.ts';
import { Timeline } from './timeline.tsx';

/** The history of a thing, the newest entry first. Messages, which may be many, can be hidden. */
export function HistoryList({ query, id, day }: { query: HistoryQuery; id: string; day?: SalonDate }) {
  const [isFolded, setFolded] = useState(false);
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
  const others = entries.filter((entry) => !isMessage(entry));
  const messages = entries.length - others.length;
  return (
    <>
      {messages > 0 && (
        <MessagesButton areHidden={isFolded} count={messages} onTurn={() => setFolded(!isFolded)} />
      )}
      {entries.length === 0 ? (
        <p className="text-stone">Nothing has happened yet.</p>
      ) : (
        <Timeline entries={withBookings(isFolded ? others : entries, day)} />
      )}
      {hasMore && <LoadMore isLoading={isLoadingMore} onLoad={loadMore} />}
    </>
  );
}
