/** A grey shape instead of content that is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-breathe rounded-md bg-line/70 ${className}`} />;
}

/** Shown while a page's code or content is loading. */
export function PageSkeleton() {
  return (
    <div role="status" className="frame min-h-svh space-y-6 pt-32 pb-24">
      <title>Loading...</title>
      <h1 className="sr-only">Loading...</h1>
      <Skeleton className="h-10 w-2/3 max-w-md" />
      <Skeleton className="h-6 w-full max-w-xl" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
