import { failureText } from '../../../session/failure.ts';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { AdminButton } from '../../ui/button.tsx';
import { countText } from '../../ui/number-text.ts';
import type { TwoMonths } from './two-months.ts';

/** Stands for numbers of the overview that aren't there: they are loading, being prepared, or couldn't be loaded. */
export function MissingAnswer({
  of: { error, preparing, reload },
  what,
  size,
}: {
  of: TwoMonths;
  what: string;
  /** The size of the numbers, as class names. */
  size: string;
}) {
  if (preparing !== undefined) {
    return (
      <p role="status" className="text-pretty text-stone">
        Being prepared, so far from {countText(preparing, 'event')}.
      </p>
    );
  }
  if (!error) {
    return (
      <div className="animate-late">
        <Skeleton className={size} />
      </div>
    );
  }
  return (
    <div role="alert" className="relative flex flex-col items-start gap-2">
      <p className="text-pretty">
        <span className="font-medium text-bad">{what} couldn’t be loaded.</span> {failureText(error)}
      </p>
      <AdminButton aria-label={`Try again: ${what}`} onClick={reload}>
        Try again
      </AdminButton>
    </div>
  );
}
