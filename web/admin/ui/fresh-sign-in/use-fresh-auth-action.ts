import { useRef, useState } from 'react';
import { currentSession } from '../../../session/store.ts';
import { useAuthAction } from '../../../session/use-auth-action.ts';

type AuthAction = Parameters<ReturnType<typeof useAuthAction>['run']>[0];

/** Whether the server requires a more recent sign-in. */
const isTooLongAgo = (error: unknown) =>
  ['reauthentication_needed', 'fresh-sign-in-required'].includes(
    String((error as { readonly code?: unknown } | null)?.code),
  );

/**
 * Runs actions that the server allows only shortly after signing in, such as changing a second factor, or a key. Later, the user is
 * asked for the password, and the action is repeated with the new session.
 *
 * @param email the signed-in user's
 */
export function useFreshAuthAction(email: string) {
  const { run, busy, failure } = useAuthAction();
  const passwordField = useRef<HTMLInputElement>(null);
  const [waiting, setWaiting] = useState<{ readonly work: AuthAction } | null>(null);

  const runFresh = (work: AuthAction) =>
    run(async (auth) => {
      try {
        await work(auth);
        setWaiting(null);
      } catch (error) {
        if (!isTooLongAgo(error)) throw error;
        setWaiting({ work });
      }
    });

  const signInAgain = (password: string) =>
    run(async (auth) => {
      auth.dataOf(await auth.client.signInWithPassword({ email, password }));
      // With a second factor, its code is now asked for on a separate page.
      if (currentSession().status !== 'signed-in') return;
      await waiting?.work(auth).finally(() => setWaiting(null));
    });

  const isWaiting = waiting !== null;
  return { run: runFresh, busy, failure, isWaiting, passwordField, signInAgain };
}
