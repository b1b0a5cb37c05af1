import type { ReactNode } from 'react';
import { PageSkeleton } from '../../ui/loading/skeleton.tsx';
import { SalonContext } from '../salon-context.ts';
import { useSalonQuery } from '../use-salon-data.ts';
import { UnreachablePage } from './unreachable-page.tsx';

/** Gives the salon's profile to a layout. Until it has loaded, a skeleton is shown instead of the page. */
export function WithSalon({ children }: { children: ReactNode }) {
  const salon = useSalonQuery();
  if (salon.status === 'loading') {
    return (
      <main>
        <PageSkeleton />
      </main>
    );
  }
  if (salon.status === 'failed') return <UnreachablePage onRetry={salon.reload} />;
  return <SalonContext value={salon.data}>{children}</SalonContext>;
}
