import { StatusPage } from '../../ui/status-page.tsx';

export function ShortLinkPage() {
  return <StatusPage title="Coming" />;
}
