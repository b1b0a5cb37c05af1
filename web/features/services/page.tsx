import { StatusPage } from '../../ui/status-page.tsx';

export function ServicesPage() {
  return <StatusPage title="Coming" />;
}
