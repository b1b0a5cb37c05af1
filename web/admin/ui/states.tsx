import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '../../api.ts';
import { failureText } from '../../session/failure.ts';
import { Callout } from '../../ui/callout.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { dismissError, toastError } from '../../ui/toast/toast.tsx';
import { AdminButton } from './button.tsx';

/** Shown for an empty list: why it is empty, and what to do. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-md border border-line bg-panel px-6 py-16 text-center text-sm">
      <Icon aria-hidden="true" className="size-7 text-brass" strokeWidth={1.5} />
      <div className="space-y-1">
        <p className="text-base font-medium">{title}</p>
        {children && <p className="max-w-sm text-stone text-balance">{children}</p>}
      </div>
      {action}
    </div>
  );
}

/** Shown when loading has failed: what and why, with a button to retry. */
export function FailedState({
  what,
  error,
  toast,
  onRetry,
}: {
  /** Such as `Failed to fetch services`. */
  what: string;
  error: unknown;
  /** The title of a toast that says so, too, until the retry. */
  toast?: string;
  onRetry: () => void;
}) {
  // The page's address has asked for something impossible, and there is no form to show what is wrong with it.
  const why = (error instanceof ApiError && error.fields[0]?.message) || failureText(error);
  useEffect(() => {
    if (toast === undefined) return;
    toastError(toast, why);
    return dismissError;
  }, [toast, why]);
  return (
    <Callout tone="error" actions={<AdminButton onClick={onRetry}>Try again</AdminButton>}>
      <span className="font-medium">{what}.</span> {why}
    </Callout>
  );
}

/** Grey placeholders for rows. They appear after 200 ms, so that a fast response shows none. */
export function RowsSkeleton({ rows = 8, label }: { rows?: number; label: string }) {
  return (
    <div role="status" className="animate-late">
      <span className="sr-only">{label}</span>
      <div className="divide-y divide-line rounded-md border border-line bg-panel">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never change places.
          <div key={row} className="flex h-11 items-center gap-6 px-4">
            <Skeleton className={`h-3.5 ${['w-36', 'w-28', 'w-44'][row % 3]}`} />
            <Skeleton className="h-3.5 w-52 max-sm:hidden" />
            <Skeleton className="ml-auto h-3.5 w-16" />
          </div>
        ))}
      </div>
    </div>
  );
}
