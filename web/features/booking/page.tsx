import { StatusPage } from '../../ui/status-page.tsx';

export function BookingPage() {
  return <StatusPage title="Coming" />;
}
