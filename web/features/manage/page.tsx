import { StatusPage } from '../../ui/status-page.tsx';

export function ManagePage() {
  return <StatusPage title="Coming" />;
}
