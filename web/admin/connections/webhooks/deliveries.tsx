import { useAdminPages } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { useInstantText } from '../../ui/instant-text.ts';
import { FailedState, RowsSkeleton } from '../../ui/states.tsx';
import { DELIVERIES } from './queries.ts';
import { outcomeText, tookText } from './texts.ts';

/** The deliveries to an address in the last thirty days. */
export function Deliveries({ id }: { id: string }) {
  const { data, error, reload, hasMore, isLoadingMore, loadMore } = useAdminPages(DELIVERIES, id);
  const instantText = useInstantText();
  if (error && !data)
    return <FailedState what="Failed to load the deliveries" error={error} onRetry={reload} />;
  if (!data) return <RowsSkeleton rows={3} label="Loading the deliveries..." />;
  const deliveries = data.flatMap((page) => page.deliveries);
  if (deliveries.length === 0)
    return <p className="text-sm text-stone">Nothing has been sent in the last 30 days, apart from tests.</p>;
  return (
    <div className="space-y-3">
      <ul className="divide-y divide-line rounded-md border border-line text-sm">
        {deliveries.map((delivery) => (
          <li
            key={`${delivery.event_id} ${delivery.attempt} ${delivery.at}`}
            className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1.4fr)]"
          >
            <span className="text-stone tabular-nums">{instantText(delivery.at)}</span>
            <span className="wrap-anywhere">
              {delivery.type}
              {delivery.attempt > 1 && <span className="text-stone"> · try {delivery.attempt}</span>}
            </span>
            <span className={delivery.failure === null ? 'text-good' : 'text-bad'}>
              {outcomeText(delivery)}{' '}
              <span className="text-stone tabular-nums">{tookText(delivery.duration_ms)}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {hasMore && (
          <AdminButton busy={isLoadingMore} onClick={loadMore}>
            Show more
          </AdminButton>
        )}
        <AdminButton look="quiet" onClick={reload}>
          Look again
        </AdminButton>
      </div>
    </div>
  );
}
