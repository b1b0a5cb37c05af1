import { StatusPage } from '../../ui/status-page.tsx';

export function TermsPage() {
  return <StatusPage title="Coming" />;
}
