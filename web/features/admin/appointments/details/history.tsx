import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { BOOKING_HISTORY } from '../../../../admin/bookings/queries.ts';
import { Timeline } from '../../../../admin/history/timeline.tsx';
import { useAdminPages } from '../../../../admin/server/use-admin-query.ts';
import { FailedState } from '../../../../admin/ui/states.tsx';
import { LoadMore } from '../../../../admin/ui/table.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';

/** What happened to an appointment, loaded once somebody wants to see it. */
export function BookingHistory({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label="History" className="border-t border-line pt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-1.5 text-left text-sm font-semibold focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        <ChevronRight
          aria-hidden="true"
          className={`size-4 text-stone transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        History
      </button>
      {isOpen && <Entries id={id} />}
    </section>
  );
}

function Entries({ id }: { id: string }) {
  const { data, error, reload, hasMore, isLoadingMore, loadMore } = useAdminPages(BOOKING_HISTORY, id);
  if (error && !data)
    return <FailedState what="The history couldn’t be loaded" error={error} onRetry={reload} />;
  if (!data) {
    return (
      <div role="status" className="animate-late space-y-2 pt-2">
        <span className="sr-only">Loading the history...</span>
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </div>
    );
  }
  return (
    <div className="pt-2">
      <Timeline entries={data.flatMap(({ entries }) => entries)} />
      {hasMore && <LoadMore isLoading={isLoadingMore} onLoad={loadMore} />}
    </div>
  );
}
