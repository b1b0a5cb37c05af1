import { LoaderCircle } from 'lucide-react';
import { PageTitle } from '../../salon/page/page-title.tsx';

/** Shown while the session is loading. */
export function Loading() {
  return (
    <div role="status" className="flex min-h-64 items-center justify-center">
      <PageTitle>Sign in</PageTitle>
      <LoaderCircle aria-hidden="true" className="size-8 animate-spin text-brass" />
      <h1 className="sr-only">Loading...</h1>
    </div>
  );
}
