import { useEffect } from 'react';
import type { useQuery } from './use-query.ts';

/** Loads what couldn't be loaded again, as soon as the browser says that the network is back. */
export function useReloadWhenOnline({
  status,
  reload,
}: Pick<ReturnType<typeof useQuery>, 'status' | 'reload'>): void {
  useEffect(() => {
    if (status !== 'failed') return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [status, reload]);
}
