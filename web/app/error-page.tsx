import { Button } from '../ui/button.tsx';
import { StatusPage } from '../ui/status-page.tsx';

/** A page that broke, or whose code could not be loaded (a new release, a lost network): a reload mends both. */
export function ErrorPage() {
  return (
    <div role="alert">
      <title>Something went wrong</title>
      <StatusPage
        title="This page didn’t load"
        actions={
          <>
            <Button onClick={() => window.location.reload()}>Reload the page</Button>
            <Button look="outline" onClick={() => window.location.assign('/')}>
              Return to Home
            </Button>
          </>
        }
      >
        <p>Something went wrong on our side, or the connection was lost. Nothing you booked is affected.</p>
      </StatusPage>
    </div>
  );
}
