import { useRef } from 'react';
import { newIdempotencyKey } from '../../../api.ts';
import { useSession } from '../../../session/store.ts';
import { useFreshAuthAction } from './use-fresh-auth-action.ts';

/** Every request that changes something carries these. */
export interface SendOptions {
  readonly token: string;
  readonly idempotencyKey: string;
}

/** Sends one change at a time, the same again after a failure, and asks who it is where that was long ago. */
export function useKeyedAction() {
  const session = useSession();
  const action = useFreshAuthAction((session.status === 'signed-in' && session.user.email) || '');
  const key = useRef({ of: '', key: '' });
  return {
    ...action,
    /** @param name what is asked for; the same again has the same key */
    act<Answer>(
      name: string,
      send: (options: SendOptions) => Promise<Answer>,
      done: (answer: Answer) => void,
    ): Promise<boolean> {
      if (key.current.of !== name) key.current = { of: name, key: newIdempotencyKey() };
      const { key: idempotencyKey } = key.current;
      return action.run(async ({ asUser }) => {
        const answer = await asUser((token) => send({ token, idempotencyKey }));
        key.current = { of: '', key: '' };
        done(answer);
      });
    },
  };
}
