import { StatusPage } from '../../ui/status-page.tsx';

export function GalleryPage() {
  return <StatusPage title="Coming" />;
}
