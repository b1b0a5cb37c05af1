import { type RefObject, useRef, useState } from 'react';
import {
  changeWebhook,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  type Webhook,
} from '../../../../src/contracts/settings/webhooks.ts';
import { call } from '../../../api.ts';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useAskBeforeUnload } from '../../../ui/use-ask-before-leaving.ts';
import { AdminButton, adminButtonClass } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { SignInAgain } from '../../ui/fresh-sign-in/sign-in-again.tsx';
import { useKeyedAction } from '../../ui/fresh-sign-in/use-keyed-action.ts';
import { useInstantText } from '../../ui/instant-text.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Deliveries } from './deliveries.tsx';
import { ReplayForm } from './replay-form.tsx';
import { outcomeText, tookText, typesText } from './texts.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';

/** One address: how it is doing, and what can be done with it. */
export function WebhookCard({
  webhook: listed,
  secret,
  onSecret,
  onChanged,
}: {
  webhook: Webhook;
  /** One that was just made. */
  secret: string | undefined;
  onSecret: (secret: string | undefined) => void;
  onChanged: () => void;
}) {
  const [answered, setAnswered] = useState(listed);
  // The answer to a change is newer until the list is loaded again, and the next change has to name its version.
  const webhook = answered.version > listed.version ? answered : listed;
  const { id, url, version, state, former_secret_until: formerUntil } = webhook;
  const [open, setOpen] = useState<'change' | 'replay' | 'deliveries' | null>(null);
  const [tested, setTested] = useState<{ readonly text: string; readonly isGood: boolean } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<HTMLHeadingElement>(null);
  const { act, busy, failure, isWaiting, passwordField, signInAgain } = useKeyedAction();
  const instantText = useInstantText();
  const params = { id };
  const isPaused = state === 'paused';

  function close() {
    setOpen(null);
    heading.current?.focus();
  }
  function show(changed: Webhook, done: string) {
    setAnswered(changed);
    toastSuccess(done);
    onChanged();
  }
  const change = (paused: boolean, done: string) =>
    act(
      `paused ${paused} ${version}`,
      (options) => call(changeWebhook, { ...options, params, ifVersion: version, body: { paused } }),
      (changed) => show(changed, done),
    );
  const test = () => {
    setTested(null);
    return act(
      'test',
      ({ token }) => call(testWebhook, { token, params }),
      (outcome) =>
        setTested({
          text: `${outcomeText(outcome)} It took ${tookText(outcome.duration_ms)}.`,
          isGood: outcome.failure === null,
        }),
    );
  };
  const toggle = (what: typeof open) => setOpen(open === what ? null : what);

  return (
    <li>
      <section aria-label={url} className="max-w-3xl space-y-4 rounded-md border border-line bg-panel p-4">
        <div className="space-y-1 text-sm">
          <h3
            ref={heading}
            tabIndex={-1}
            className="font-sans text-sm font-medium tracking-normal wrap-anywhere outline-none"
          >
            {url}
          </h3>
          <p className="text-stone">{typesText(webhook.types)}</p>
          <WebhookState webhook={webhook} />
          {formerUntil && (
            <p className="text-stone">
              The former secret is accepted, too, until {instantText(formerUntil)}.
            </p>
          )}
        </div>
        {secret !== undefined && <NewSecret ref={shown} secret={secret} onKept={() => onSecret(undefined)} />}
        <FailureCallout failure={failure} />
        <div>
          {isWaiting ? (
            <SignInAgain
              id={`password-for-${id}`}
              field={passwordField}
              busy={busy}
              onPassword={signInAgain}
            />
          ) : (
            <div className="flex flex-wrap gap-2">
              <AdminButton busy={busy} onClick={test}>
                Send a test
              </AdminButton>
              {state !== 'working' && (
                <AdminButton
                  busy={busy}
                  onClick={() => change(false, isPaused ? 'Resumed' : 'It is tried again now')}
                >
                  {isPaused ? 'Resume' : 'Try again now'}
                </AdminButton>
              )}
              {!isPaused && (
                <AdminButton busy={busy} onClick={() => change(true, 'Paused')}>
                  Pause
                </AdminButton>
              )}
              <AdminButton aria-expanded={open === 'change'} onClick={() => toggle('change')}>
                Change
              </AdminButton>
              <AdminButton aria-expanded={open === 'replay'} onClick={() => toggle('replay')}>
                Send again
              </AdminButton>
              <AdminButton aria-expanded={open === 'deliveries'} onClick={() => toggle('deliveries')}>
                Deliveries
              </AdminButton>
              <ConfirmButton
                className={adminButtonClass('outline')}
                label="New secret"
                title="Make a new secret?"
                question="The other program has to be given the new one. For 24 hours the present one is accepted, too."
                confirm="Yes, make one"
                keep="Keep the present one"
                focusAfter={[passwordField, shown]}
                onConfirm={() =>
                  act(
                    `secret ${version}`,
                    (options) => call(renewWebhookSecret, { ...options, params, ifVersion: version }),
                    ({ secret, ...renewed }) => {
                      setAnswered(renewed);
                      onSecret(secret);
                      onChanged();
                    },
                  )
                }
              />
              <ConfirmButton
                className={adminButtonClass('outline')}
                label="Remove"
                accessibleLabel={`Remove ${url}`}
                title="Remove this address?"
                question="Nothing is sent there any more. To only stop for a while, pause it instead."
                confirm="Yes, remove it"
                keep="Keep it"
                onConfirm={() =>
                  act(
                    `remove ${version}`,
                    (options) => call(removeWebhook, { ...options, params }),
                    () => {
                      toastSuccess('Removed');
                      onChanged();
                    },
                  )
                }
              />
            </div>
          )}
          <p
            role="status"
            className={
              tested ? `pt-3 text-sm font-medium ${tested.isGood ? 'text-good' : 'text-bad'}` : 'sr-only'
            }
          >
            {tested?.text}
          </p>
        </div>
        {open === 'change' && (
          <WebhookForm
            label={`Change ${url}`}
            save="Save"
            initial={webhook}
            onSend={(typed, options) =>
              call(changeWebhook, {
                ...options,
                params,
                ifVersion: version,
                body: { ...(typed.url !== url && { url: typed.url }), types: typed.types },
              })
            }
            onDone={(changed) => {
              close();
              show(changed, 'Saved');
            }}
            onCancel={close}
          />
        )}
        {open === 'replay' && (
          <ReplayForm
            webhook={webhook}
            onDone={(changed) => {
              close();
              show(changed, isPaused ? 'It is sent once you resume' : 'It is being sent');
            }}
            onCancel={close}
          />
        )}
        {open === 'deliveries' && <Deliveries id={id} />}
      </section>
    </li>
  );
}

function NewSecret({
  ref,
  secret,
  onKept,
}: {
  ref: RefObject<HTMLHeadingElement | null>;
  secret: string;
  onKept: () => void;
}) {
  useAskBeforeUnload();
  return (
    <ShownOnce
      ref={ref}
      title="The secret"
      about="It is shown this once. Enter it in the other program now, which knows by it that what arrives comes from you."
      value={secret}
      copy="Copy the secret"
    >
      <AdminButton onClick={onKept}>I have put it in</AdminButton>
    </ShownOnce>
  );
}
