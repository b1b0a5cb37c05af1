import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { PendingBar } from '../../salon/frame/pending-bar.tsx';
import { WithSalon } from '../../salon/frame/with-salon.tsx';
import { loadClient } from '../../session/load.ts';
import { useShownTheme } from '../../ui/theme/use-theme.ts';
import { useLiveUpdates } from '../data/live/use-live-updates.ts';
import { type AsUser, ServerState } from '../data/server-state.ts';
import { ServerStateContext } from '../data/server-state-context.ts';
import { Gate } from './gate.tsx';
import { Shell } from './shell.tsx';

/** The admin area: the gate, and behind it sidebar and page. */
export function AdminLayout() {
  useShownTheme();
  const address = useLocation();
  // One address for each screen: links mark the shown one by its path.
  if (address.pathname.endsWith('/')) {
    return <Navigate to={{ ...address, pathname: address.pathname.replace(/\/+$/, '') }} replace />;
  }
  return (
    <WithSalon>
      <PendingBar />
      <Gate>
        <ServerStateProvider>
          <Shell>
            <Outlet />
          </Shell>
        </ServerStateProvider>
      </Gate>
    </WithSalon>
  );
}

const asUser: AsUser = async (request) => (await loadClient()).asUser(request);

/** Provides the server's data and keeps it up to date. Each session of a user has its own. */
function ServerStateProvider({ children }: { children: ReactNode }) {
  const [state] = useState(() => new ServerState(asUser));
  useLiveUpdates(state, asUser);
  return (
    <QueryClientProvider client={state.client}>
      <ServerStateContext value={state}>{children}</ServerStateContext>
    </QueryClientProvider>
  );
}
