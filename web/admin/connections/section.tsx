import { ApiKeysPart } from './api-keys-part.tsx';
import { WebhooksPart } from './webhooks/webhooks-part.tsx';

/** Other programs that work with the service. */
export function ConnectionsSection() {
  return (
    <div className="space-y-10">
      <ApiKeysPart />
      <WebhooksPart />
    </div>
  );
}
