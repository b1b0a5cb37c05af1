import { createContext, type ReactNode, use } from 'react';
import type { Topic } from '../data/topics.ts';
import { usePending } from '../data/use-command.ts';

/** Whether controls wait: they keep their place and the focus, and ignore presses. */
export const Waiting = createContext(false);

/** The controls of a thing, which wait while a command on it is under way. */
export function ControlsOf({ thing, children }: { thing: Topic; children: ReactNode }) {
  return <Waiting value={usePending(thing)}>{children}</Waiting>;
}

/** Whether a control waits for a command on the thing that it belongs to. */
export const useIsWaiting = (): boolean => use(Waiting);
