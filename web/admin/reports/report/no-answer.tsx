import { Hourglass } from 'lucide-react';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { countText } from '../../ui/number-text.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import type { LoadedReport } from '../data/queries.ts';

/** Replaces a report that has no answer yet: it is loading, is being prepared, or has failed. */
export function NoAnswer({
  report: { error, preparing, reload },
  what,
}: {
  report: Pick<LoadedReport, 'error' | 'preparing' | 'reload'>;
  /** Such as `The report`. */
  what: string;
}) {
  if (preparing !== undefined) {
    return (
      <div role="status">
        <EmptyState icon={Hourglass} title="Reports are being prepared">
          All that was ever recorded is read once, so far {countText(preparing, 'event')}. This page looks
          again every few seconds.
        </EmptyState>
      </div>
    );
  }
  if (error) return <FailedState what={`${what} couldn’t be loaded`} error={error} onRetry={reload} />;
  return (
    <div role="status" className="animate-late space-y-4">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-64" />
      <Skeleton className="h-40" />
    </div>
  );
}
