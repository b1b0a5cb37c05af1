import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { loadClient } from '../../session/load.ts';
import { type AsUser, ServerState } from '../server/server-state.ts';
import { ServerStateContext } from '../server/server-state-context.ts';
import { useLiveUpdates } from './use-live-updates.ts';

const asUser: AsUser = async (request) => (await loadClient()).asUser(request);

/** Gives the server's data to the admin area, and keeps it up to date. Ends with the session of whoever is signed in. */
export function ServerStateProvider({ children }: { children: ReactNode }) {
  const [state] = useState(() => new ServerState(asUser));
  useLiveUpdates(state, asUser);
  return (
    <QueryClientProvider client={state.client}>
      <ServerStateContext value={state}>{children}</ServerStateContext>
    </QueryClientProvider>
  );
}
