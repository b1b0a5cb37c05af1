import { Outlet } from 'react-router-dom';
import { ServerStateProvider } from '../../admin/live/server-state-provider.tsx';
import { useShownTheme } from '../../ui/use-theme.ts';
import { PendingBar } from '../frame/pending-bar.tsx';
import { WithSalon } from '../frame/with-salon.tsx';
import { Gate } from './gate.tsx';
import { Shell } from './shell.tsx';

/** The admin area: its gate, and behind it sidebar and page. */
export function AdminLayout() {
  useShownTheme();
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
