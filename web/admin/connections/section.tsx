import { Link } from 'react-router-dom';
import { ACCESS } from '../../session/remaining-access.ts';
import { ApiKeysPanel } from './api-keys-panel.tsx';
import { WebhooksPanel } from './webhooks/webhooks-panel.tsx';

/** Other programs that work with the service. */
export function ConnectionsSection() {
  return (
    <div className="space-y-10">
      <ApiKeysPanel />
      <WebhooksPanel />
      <p className="text-sm text-stone">
        If somebody else was in your account:{' '}
        <Link to={ACCESS} className="text-ink underline underline-offset-4">
          see all that has access, and revoke it at once
        </Link>
        .
      </p>
    </div>
  );
}
