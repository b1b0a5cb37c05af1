import { useRef, useState } from 'react';
import type { Account } from '../../../../src/contracts/accounts/accounts.ts';
import { currentSession } from '../../../session/store.ts';
import { useAuthAction } from '../../../session/use-auth-action.ts';

/** What the panels of all second factors are given. */
export interface FactorPanelProps {
  readonly account: Account;
  readonly onChanged: () => void;
  /** A factor was added. @returns whether the focus goes on from here */
  readonly onAdded: () => boolean;
}

type AuthAction = Parameters<ReturnType<typeof useAuthAction>['run']>[0];

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
      // With a second factor its code is asked for now, on a page of its own.
      if (currentSession().status !== 'signed-in') return;
      await waiting?.work(auth);
      setWaiting(null);
    });

  const isWaiting = waiting !== null;
  return { run: runFresh, busy, failure, isWaiting, passwordField, signInAgain };
}
