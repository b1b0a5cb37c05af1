import { StatusPage } from '../../ui/status-page.tsx';

export function ThankYouPage() {
  return <StatusPage title="Coming" />;
}
