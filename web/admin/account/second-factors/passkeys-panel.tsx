import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import type { Account } from '../../../../src/contracts/accounts/accounts.ts';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { useAuthAction } from '../../../session/use-auth-action.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { SignInAgain } from '../../ui/fresh-sign-in/sign-in-again.tsx';
import { useFreshAuthAction } from '../../ui/fresh-sign-in/use-fresh-auth-action.ts';
import { useInstantText } from '../../ui/instant-text.ts';
import { Panel, Row, Rows } from '../panel/panel.tsx';
import type { FactorPanelProps } from './factor-panel-props.ts';

type Passkey = Account['passkeys'][number];

const passkeyName = ({ friendly_name }: Passkey) => friendly_name || 'Passkey';

/** Signing in by fingerprint, face or the device's PIN. */
export function PasskeysPanel({ account, onChanged, onAdded }: FactorPanelProps) {
  const instantText = useInstantText();
  const heading = useRef<HTMLHeadingElement>(null);
  const { run, busy, failure, isWaiting, passwordField, signInAgain } = useFreshAuthAction(account.email);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);

  /** A new passkey is named first; then the usual step after a new factor follows. */
  function leaveName() {
    const isNew = renaming === added;
    setRenaming(null);
    setAdded(null);
    if (!(isNew && onAdded())) heading.current?.focus();
  }
  const known = 'PublicKeyCredential' in window;

  const add = () =>
    run(async ({ registerPasskey }) => {
      const { id } = await registerPasskey();
      toastSuccess('Passkey added', 'Give it a name by which you tell it from others.');
      setRenaming(id);
      setAdded(id);
      onChanged();
    });
  const remove = (passkeyId: string) =>
    run(async ({ client, dataOf }) => {
      dataOf(await client.passkey.delete({ passkeyId }));
      // The removed passkey no longer counts, even for a session that was started with it.
      dataOf(await client.refreshSession());
      toastSuccess('Passkey removed');
      onChanged();
    });

  return (
    <Panel
      heading={heading}
      title="Passkeys"
      about="Sign in with your fingerprint, your face or your device’s PIN, without password or code."
    >
      <FailureCallout failure={failure} />
      {account.passkeys.length > 0 && (
        <Rows>
          {account.passkeys.map((passkey) =>
            renaming === passkey.id ? (
              <li key={passkey.id} className="p-4">
                <RenameForm
                  passkey={passkey}
                  onDone={() => {
                    leaveName();
                    onChanged();
                  }}
                  onCancel={leaveName}
                />
              </li>
            ) : (
              <Row
                key={passkey.id}
                title={passkeyName(passkey)}
                detail={[
                  passkey.last_used_at
                    ? `Last used ${instantText(passkey.last_used_at)}`
                    : `Added ${instantText(passkey.created_at)}`,
                ]}
              >
                <button
                  type="button"
                  aria-label={`Rename ${passkeyName(passkey)}`}
                  className={textLinkClass}
                  onClick={() => setRenaming(passkey.id)}
                >
                  Rename
                </button>
                <ConfirmButton
                  className={textLinkClass}
                  label="Remove"
                  accessibleLabel={`Remove ${passkeyName(passkey)}`}
                  title={`Remove “${passkeyName(passkey)}”?`}
                  question="You can’t sign in with it any more. Your device may still offer it until you delete it there."
                  confirm="Yes, remove it"
                  keep="Keep it"
                  focusAfter={[passwordField, heading]}
                  onConfirm={() => remove(passkey.id)}
                />
              </Row>
            ),
          )}
        </Rows>
      )}
      {isWaiting ? (
        <SignInAgain id="password-for-passkey" field={passwordField} busy={busy} onPassword={signInAgain} />
      ) : known ? (
        <Button look="outline" aria-disabled={busy} onClick={add}>
          <KeyRound aria-hidden="true" className="size-4" />
          {busy ? 'Waiting for your device...' : 'Add a passkey'}
        </Button>
      ) : (
        <p className="text-sm text-stone">This browser doesn’t know passkeys.</p>
      )}
    </Panel>
  );
}

function RenameForm({
  passkey,
  onDone,
  onCancel,
}: {
  passkey: Passkey;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { run, busy, failure } = useAuthAction();
  const { submit, field } = useAdminForm({
    values: { name: passkeyName(passkey) },
    schema: z.object({ name: z.string().trim().min(1, 'Please enter a name.') }),
    send: ({ name: friendlyName }) =>
      run(async ({ client, dataOf }) => {
        dataOf(await client.passkey.update({ passkeyId: passkey.id, friendlyName }));
        toastSuccess('Passkey renamed');
        onDone();
      }),
  });
  return (
    <form
      noValidate
      className="space-y-4"
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      onSubmit={submit}
    >
      <FailureCallout failure={failure} />
      <TextField
        id="passkey-name"
        label="Name of this passkey"
        required
        autoFocus
        maxLength={120}
        {...field('name')}
      />
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={busy}>
          Save name
        </Button>
      </div>
    </form>
  );
}
