import { createContext, use } from 'react';
import type { ServerState } from './server-state.ts';

export const ServerStateContext = createContext<ServerState | null>(null);

/** Of the admin area around it. */
export function useServerState(): ServerState {
  const state = use(ServerStateContext);
  if (!state) throw new Error('This is only for what stands within the admin area.');
  return state;
}
