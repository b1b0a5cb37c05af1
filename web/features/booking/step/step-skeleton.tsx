import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import type { Step } from '../wizard/wizard.ts';

/** Shown while a step's data or code is loading, in that step's shape. */
export function StepSkeleton({ step, label }: { step: Step; label: string }) {
  return (
    <div role="status" className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <span className="sr-only">{label}</span>
      <div className="space-y-8">
        <Skeleton className="h-8 w-44" />
        {SHAPES[step]}
      </div>
      <Skeleton className="hidden h-48 lg:block" />
    </div>
  );
}

const SHAPES: Readonly<Record<Step, React.ReactNode>> = {
  services: ['a', 'b', 'c'].map((key) => (
    <div key={key} className="space-y-3">
      <Skeleton className="h-6 w-28" />
      <div className="grid gap-2 sm:grid-cols-2">
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
      </div>
    </div>
  )),
  datetime: (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
      <Skeleton className="h-96 max-w-md" />
      <Skeleton className="h-11 max-md:hidden" />
    </div>
  ),
  checkout: ['a', 'b', 'c'].map((key) => (
    <div key={key} className="max-w-xl space-y-1.5">
      <Skeleton className="h-6 w-20" />
      <Skeleton className="h-13" />
    </div>
  )),
};
