import { useEffect } from 'react';
import { type SessionState, setSession, useSession } from './store.ts';

/** The client of the sign-in service, which is large and so a file of its own. The first call makes the session known. */
export const loadClient = () => import('./client.ts');

/** Who is signed in. Loads the client, and so is for pages that can't do without. */
export function useLoadedSession(): SessionState {
  const session = useSession();
  useEffect(() => {
    loadClient().catch(() => setSession({ status: 'unavailable' }));
  }, []);
  return session;
}
