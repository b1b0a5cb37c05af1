import { useCallback, useState } from 'react';
import type { Command, CommandAnswer } from './command.ts';
import { useServerState } from './server-state-context.ts';

/**
 * Sends a command from a screen.
 *
 * - `send` resolves with the command's answer, and rejects with what `call` throws. If somebody else has changed the thing since
 *   it was shown, that is an `ApiError` with the code `stale`
 * - `busy` is true while a command that this screen has sent is under way
 */
export function useCommand<Input, Answer extends CommandAnswer>(command: Command<Input, Answer>) {
  const state = useServerState();
  const [underWay, setUnderWay] = useState(0);
  const send = useCallback(
    async (input: Input, seen?: number): Promise<Answer> => {
      setUnderWay((count) => count + 1);
      try {
        return await state.run(command, input, seen);
      } finally {
        setUnderWay((count) => count - 1);
      }
    },
    [state, command],
  );
  return { send, busy: underWay > 0 };
}
