import { useState } from 'react';
import { Link } from 'react-router-dom';
import { MOST_WEBHOOKS, makeWebhook } from '../../../../src/contracts/settings/webhooks.ts';
import { call } from '../../../api.ts';
import { Callout } from '../../../ui/callout.tsx';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { PagePanel } from '../../ui/page/page-panel.tsx';
import { FailedState, RowsSkeleton } from '../../ui/states.tsx';
import { WEBHOOKS } from './queries.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

const LOOK_AGAIN_MS = 10_000;

/** The addresses of other programs that are told of what happens. */
export function WebhooksPanel() {
  const { data, error, reload } = useAdminQuery(WEBHOOKS, 'all', { againAfterMs: () => LOOK_AGAIN_MS });
  const [isAdding, setAdding] = useState(false);
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map());
  function keepSecret(id: string, secret: string | undefined) {
    const kept = new Map(secrets);
    kept.delete(id);
    setSecrets(secret === undefined ? kept : kept.set(id, secret));
  }

  return (
    <PagePanel
      title="Webhooks"
      about="A webhook sends events to another program, such as one for accounting or a newsletter, moments later: that an appointment was booked, moved or completed. It gets no names and no contacts."
    >
      {error && !data && <FailedState what="Failed to load the webhooks" error={error} onRetry={reload} />}
      {!data && !error && <RowsSkeleton rows={2} label="Loading the webhooks..." />}
      {data?.waits_for_sending && data.webhooks.length > 0 && (
        <Callout>
          <p className="text-sm">
            <span className="font-medium">Nothing is sent from here yet,</span> since this is a copy of the
            salon’s records or was restored from a backup. It begins when you resume sending on the page{' '}
            <Link to="/admin/messages" className="underline underline-offset-4">
              Messages
            </Link>
            .
          </p>
        </Callout>
      )}
      {data && data.webhooks.length === 0 && !isAdding && (
        <p className="text-sm text-stone">No webhook sends anything yet.</p>
      )}
      {data && data.webhooks.length > 0 && (
        <ul className="space-y-4">
          {data.webhooks.map((webhook) => (
            <WebhookCard
              key={webhook.id}
              webhook={webhook}
              secret={secrets.get(webhook.id)}
              onSecret={(secret) => keepSecret(webhook.id, secret)}
              onChanged={reload}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <WebhookForm
          label="Add a webhook"
          save="Add"
          onSend={(body, options) => call(makeWebhook, { ...options, body })}
          onDone={({ id, secret }) => {
            setAdding(false);
            keepSecret(id, secret);
            reload();
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        data &&
        data.webhooks.length < MOST_WEBHOOKS && (
          <AdminButton onClick={() => setAdding(true)}>Add a webhook</AdminButton>
        )
      )}
    </PagePanel>
  );
}
