import { StatusPage } from '../../ui/status-page.tsx';

export function PrivacyPage() {
  return <StatusPage title="Coming" />;
}
