import { type ReactNode, useEffect } from 'react';
import type { PageContent, PageName } from '../../src/contracts/pages.ts';
import { Button } from '../ui/button.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import { StatusPage } from '../ui/status-page.tsx';
import { PageHead } from './page-head.tsx';
import { usePageAnswer } from './use-salon-data.ts';

/** A page whose words come from the salon's profile. */
export function SalonPage<Name extends PageName>({
  name,
  children,
}: {
  name: Name;
  children: (page: PageContent[Name]) => ReactNode;
}) {
  const page = usePageAnswer(name);
  useFocusOnArrival(page.status);
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
      <PageHead name={name} title={page.data.title} description={page.data.description} />
      {children(page.data)}
    </>
  );
}

/** A change of page left the focus on the page as a whole while its heading was on the way. */
function useFocusOnArrival(status: string) {
  useEffect(() => {
    const { activeElement } = document;
    if (status === 'ready' && activeElement?.id === 'main') {
      activeElement.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true });
    }
  }, [status]);
}
