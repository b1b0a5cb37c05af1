import { PageHeader } from '../ui/page-header.tsx';
import { PicturesSection } from './section.tsx';

/** The salon's own pictures. */
export function PicturesPage() {
  return (
    <div>
      <PageHeader title="Pictures" />
      <PicturesSection />
    </div>
  );
}
