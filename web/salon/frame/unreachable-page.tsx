import { Phone } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { StatusPage } from '../../ui/status-page.tsx';

/** Shown when not even the salon's name could be loaded: there is no server or no network. */
export function UnreachablePage({ onRetry }: { onRetry: () => void }) {
  const [call] = useState(telephoneOfDocument);
  return (
    <main>
      <title>No connection</title>
      <StatusPage
        title="We can’t be reached just now"
        actions={
          <>
            <Button onClick={onRetry}>Try again</Button>
            {call && (
              <a href={call.href} className={`${buttonClass('outline')} tabular-nums`}>
                <Phone aria-hidden="true" className="size-4" />
                {call.number}
              </a>
            )}
          </>
        }
      >
        <p role="alert">
          Please check your connection. If it is fine, the trouble is on our side and will soon be over.
        </p>
      </StatusPage>
    </main>
  );
}

/** The salon's number from the document's part for browsers without scripts, since its profile could not be loaded. */
function telephoneOfDocument(): { href: string; number: string } | null {
  const markup = document.querySelector('noscript')?.textContent ?? '';
  const link = new DOMParser().parseFromString(markup, 'text/html').querySelector('a[href^="tel:"]');
  const href = link?.getAttribute('href');
  return link && href ? { href, number: link.textContent } : null;
}
