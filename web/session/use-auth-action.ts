import { useCallback, useRef, useState } from 'react';
import { type Failure, failureOf } from './failure.ts';
import { loadClient } from './load.ts';

type Auth = Awaited<ReturnType<typeof loadClient>>;

/** Does one thing at a time with the sign-in service, and keeps its failure. If the server has ended the session, it ends here, too. */
export function useAuthAction() {
  const inFlight = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  /** @returns whether it worked; false, without doing anything, while another action is under way */
  const run = useCallback(async (work: (auth: Auth) => Promise<unknown>): Promise<boolean> => {
    if (inFlight.current) return false;
    inFlight.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const auth = await loadClient();
      await work(auth).catch(auth.endIfOver);
      return true;
    } catch (error) {
      setFailure(failureOf(error));
      return false;
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }, []);

  return { run, busy, failure };
}
