import { Skeleton } from '../../ui/skeleton.tsx';

/** Shown while a step's data or code is loading. */
export function StepSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <span className="sr-only">{label}</span>
      <div className="space-y-8">
        <Skeleton className="h-8 w-44" />
        {['a', 'b', 'c'].map((key) => (
          <div key={key} className="space-y-3">
            <Skeleton className="h-6 w-28" />
            <div className="grid gap-2 sm:grid-cols-2">
              <Skeleton className="h-18" />
              <Skeleton className="h-18" />
            </div>
          </div>
        ))}
      </div>
      <Skeleton className="hidden h-48 lg:block" />
    </div>
  );
}
