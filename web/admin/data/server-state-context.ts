import { createContext, use } from 'react';
import type { ServerState } from './server-state.ts';

export const ServerStateContext = createContext<ServerState | null>(null);

/** The server state of the surrounding admin area. */
export function useServerState(): ServerState {
  const state = use(ServerStateContext);
  if (!state) throw new Error('useServerState works only within the admin area.');
  return state;
}
