import { useEffect } from 'react';
import { type SessionState, setSession, useSession } from './store.ts';

/** Loads the client of the sign-in service, which is large. With the first call the session becomes known. */
export const loadClient = () => import('./client.ts');

/** Reads the session. This loads the client, so it is only for pages that need it. */
export function useLoadedSession(): SessionState {
  const session = useSession();
  useEffect(() => {
    loadClient().catch(() => setSession({ status: 'unavailable' }));
  }, []);
  return session;
}
