import { useRef, useState } from 'react';
import { currentSession } from '../../../session/store.ts';
import { useAttempt } from '../../../session/use-attempt.ts';

type Work = Parameters<ReturnType<typeof useAttempt>['attempt']>[0];

/** Whether the server wants to see first who somebody is. */
const isTooLongAgo = (error: unknown) =>
  ['reauthentication_needed', 'fresh-sign-in-required'].includes(
    String((error as { readonly code?: unknown } | null)?.code),
  );

/**
 * Does what the server allows only soon after signing in, such as adding or removing a second factor. Later the password is asked for, and the
 * same is tried again with the session that begins by it.
 *
 * @param email of whoever is signed in
 */
export function useFreshAttempt(email: string) {
  const { attempt, busy, failure } = useAttempt();
  const passwordField = useRef<HTMLInputElement>(null);
  const [waiting, setWaiting] = useState<{ readonly work: Work } | null>(null);

  const freshAttempt = (work: Work) =>
    attempt(async (auth) => {
      try {
        await work(auth);
        setWaiting(null);
      } catch (error) {
        if (!isTooLongAgo(error)) throw error;
        setWaiting({ work });
      }
    });

  const signInAgain = (password: string) =>
    attempt(async (auth) => {
      auth.dataOf(await auth.client.signInWithPassword({ email, password }));
      // With a second factor its code is asked for now, on a page of its own.
      if (currentSession().status !== 'signed-in') return;
      await waiting?.work(auth);
      setWaiting(null);
    });

  const isWaiting = waiting !== null;
  return { attempt: freshAttempt, busy, failure, isWaiting, passwordField, signInAgain };
}
