import type { ReactNode } from 'react';
import type { PageContent, PageName } from '../../../src/contracts/salon/pages.ts';
import { Button } from '../../ui/button.tsx';
import { PageSkeleton } from '../../ui/loading/skeleton.tsx';
import { StatusPage } from '../../ui/status-page.tsx';
import { usePageContent } from '../use-salon-data.ts';
import { PageMetadata } from './page-metadata.tsx';
import { useFocusWhenLoaded } from './use-focus-when-loaded.ts';

/** A public page whose content comes from the salon's profile. */
export function SalonPage<Name extends PageName>({
  name,
  children,
}: {
  name: Name;
  children: (page: PageContent[Name]) => ReactNode;
}) {
  const page = usePageContent(name);
  useFocusWhenLoaded(page.status);
  if (page.status === 'loading') return <PageSkeleton />;
  if (page.status === 'failed') {
    return (
      <div role="alert">
        <title>This page didn’t load</title>
        <StatusPage title="This page didn’t load" actions={<Button onClick={page.reload}>Try again</Button>}>
          <p>
            Please check your connection. If it is fine, the trouble is on our side and will soon be over.
          </p>
        </StatusPage>
      </div>
    );
  }
  return (
    <>
      <PageMetadata name={name} title={page.data.title} description={page.data.description} />
      {children(page.data)}
    </>
  );
}
