import { useIsMutating, useMutationState } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { type Command, type CommandAnswer, underKey } from './command.ts';
import type { Sent } from './server-state.ts';
import { useServerState } from './server-state-context.ts';
import type { Topic } from './topics.ts';

/**
 * Sends a command from a screen.
 *
 * - `send` resolves with the command's answer once the shown data includes the change, and rejects with what `call` throws. If
 *   somebody else has changed the thing since it was shown, that is an `ApiError` with the code `stale`
 * - `busy` is true while a command is under way on the thing that this screen has sent the last one about
 */
export function useCommand<Input, Answer extends CommandAnswer>(command: Command<Input, Answer>) {
  const state = useServerState();
  const keys = useRef(new Map<string, string>());
  const [thing, setThing] = useState<Topic>();
  const send = useCallback(
    (input: Input, seen?: number): Promise<Answer> => {
      const about = command.thing(input);
      setThing(about);
      const request = JSON.stringify([command.name, about, unacknowledged(input), seen]);
      return underKey(keys.current, request, (key) => state.run(command, input, seen, key));
    },
    [state, command],
  );
  return { send, busy: usePending(thing) };
}

/** A command's input without whether staff have seen the affected appointments, which doesn't make it another request. */
const unacknowledged = (input: unknown) =>
  typeof input === 'object' ? { ...input, acknowledged: undefined } : input;

/** Whether a command of ours on a thing is under way, or its change is not in the shown data yet. */
export const usePending = (thing: Topic | undefined): boolean =>
  useIsMutating({ predicate: ({ options }) => thing !== undefined && options.scope?.id === thing }) > 0;

/** The inputs of all commands of a kind that are under way. */
export const usePendingInputs = <Input, Answer extends CommandAnswer>({
  name,
}: Command<Input, Answer>): readonly Input[] =>
  useMutationState({
    filters: { mutationKey: [name], status: 'pending' },
    select: ({ state }) => (state.variables as Sent<Input>).input,
  });
