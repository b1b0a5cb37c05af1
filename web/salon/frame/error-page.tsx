import { Button } from '../../ui/button.tsx';
import { StatusPage } from '../../ui/status-page.tsx';

const PUBLIC_TEXT =
  'Something went wrong on our side, or the connection was lost. Nothing you booked is affected.';

interface ErrorPageProps {
  /** The page that the link leads to. */
  home?: string;
  homeLabel?: string;
  children?: string;
}

/** Shown when a page throws or its code can't be loaded, after a new release or without a network. Reloading helps. */
export function ErrorPage({
  home = '/',
  homeLabel = 'Return to Home',
  children = PUBLIC_TEXT,
}: ErrorPageProps) {
  return (
    <div role="alert">
      <title>Something went wrong</title>
      <StatusPage
        title="This page didn’t load"
        actions={
          <>
            <Button onClick={() => window.location.reload()}>Reload the page</Button>
            <Button look="outline" onClick={() => window.location.assign(home)}>
              {homeLabel}
            </Button>
          </>
        }
      >
        <p>{children}</p>
      </StatusPage>
    </div>
  );
}
