import { createContext, type ReactNode, use } from 'react';
import type { Topic } from '../data/topics.ts';
import { usePending } from '../data/use-command.ts';

/** Whether controls wait: they keep their place and the focus, and ignore presses. */
export const ControlsWait = createContext(false);

/** The controls of a thing, which wait while a command on it is under way. */
export function ControlsOf({ thing, children }: { thing: Topic; children: ReactNode }) {
  return <ControlsWait value={usePending(thing)}>{children}</ControlsWait>;
}

/** Whether a control waits for a command on its thing, or of its dialog. */
export const useIsWaiting = (): boolean => use(ControlsWait);
