import { Button } from '../../ui/button.tsx';
import { StatusPage } from '../../ui/status-page.tsx';

/** Shown when not even the salon's name could be loaded: there is no server or no network. */
export function UnreachablePage({ onRetry }: { onRetry: () => void }) {
  return (
    <main>
      <title>No connection</title>
      <StatusPage title="We can’t be reached just now" actions={<Button onClick={onRetry}>Try again</Button>}>
        <p role="alert">
          Please check your connection. If it is fine, the trouble is on our side and will soon be over.
        </p>
      </StatusPage>
    </main>
  );
}
