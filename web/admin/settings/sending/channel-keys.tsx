import { useRef, useState } from 'react';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import { changeSendingKeys, type ShownSendingKeys } from '../../../../src/contracts/settings/sending-keys.ts';
import { ApiError } from '../../../api.ts';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useCommand } from '../../data/use-command.ts';
import { AdminButton, adminButtonClass } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { SignInAgain } from '../../ui/fresh-sign-in/sign-in-again.tsx';
import { useFreshAuthAction } from '../../ui/fresh-sign-in/use-fresh-auth-action.ts';
import { useInstantText } from '../../ui/instant-text.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { changeOf, initialOf, KEY_FIELDS } from './channel-fields.ts';
import { CHANGE_SENDING_KEYS } from './queries.ts';

const WORDS = {
  sms: { what: 'Texts', none: 'Nobody gets texts yet.', remove: 'Customers get no texts any more.' },
  email: { what: 'Mails', none: 'Nobody gets mails yet.', remove: 'Nobody gets mails any more.' },
} as const;

type Change = Parameters<typeof CHANGE_SENDING_KEYS.send>[0];

/** Says what a channel is sent with, and lets staff enter it. What was typed is kept nowhere until it is saved. */
export function ChannelKeys({
  channel,
  current: { source, is_readable: isReadable, saved_at: savedAt },
  version,
  email,
  from,
}: {
  readonly channel: MessageChannel;
  readonly current: ShownSendingKeys[MessageChannel];
  readonly version: number;
  /** The signed-in user's. */
  readonly email: string;
  /** The sender of messages, in a sentence. */
  readonly from: string | null;
}) {
  const [isOpen, setOpen] = useState(false);
  const state = useRef<HTMLParagraphElement>(null);
  const { send } = useCommand(CHANGE_SENDING_KEYS);
  const { run, busy, failure, isWaiting, passwordField, signInAgain } = useFreshAuthAction(email);
  const instantText = useInstantText();
  const { what, none, remove } = WORDS[channel];
  const isEditing = source === 'none' || (source === 'saved' && isOpen);

  const form = useAdminForm({
    values: initialOf(channel),
    schema: changeSendingKeys.body,
    toRequest: changeOf,
    send: (body) => change(body, 'Saved'),
  });

  function close() {
    setOpen(false);
    form.reset();
  }
  const change = (body: Change, done: string) =>
    run(async () => {
      try {
        await send(body, version);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'stale') return toastFailure(error);
        if (!form.refuse(error)) throw error;
        return;
      }
      close();
      toastSuccess(done);
      state.current?.focus();
    });

  return (
    <div className="space-y-4">
      <div className="space-y-1 text-sm">
        <p ref={state} tabIndex={-1} className="font-medium outline-none">
          {isReadable && (from ?? none)}
        </p>
        {source === 'server' && <p>Set by the server’s settings; change it there.</p>}
        {savedAt && isReadable && (
          <p className="text-stone">{`Saved on ${instantText(savedAt)}. The keys are never shown again.`}</p>
        )}
      </div>
      {!isReadable && (
        <Callout tone="error">
          <p className="text-sm">
            The saved keys can’t be read any more, so {what.toLowerCase()} wait. Please enter them again.
          </p>
        </Callout>
      )}
      <FailureCallout failure={failure} />
      {isWaiting ? (
        <SignInAgain
          id={`password-for-${channel}`}
          field={passwordField}
          busy={busy}
          onPassword={signInAgain}
        />
      ) : isEditing ? (
        <form noValidate aria-label={what} className="grid gap-4 sm:grid-cols-2" onSubmit={form.submit}>
          {KEY_FIELDS[channel].map(({ name, label, hint, isSecret, isOptional, isNumber }) => (
            <AdminField
              key={name}
              label={label}
              hint={hint}
              type={isSecret ? 'password' : 'text'}
              inputMode={isNumber ? 'numeric' : undefined}
              autoComplete={isSecret ? 'new-password' : 'off'}
              autoCapitalize="none"
              spellCheck={false}
              required={!isOptional}
              {...form.field(`${channel}.${name}`)}
            />
          ))}
          <div className="flex flex-wrap gap-3 sm:col-span-2">
            <AdminButton look="primary" type="submit" busy={busy}>
              Save
            </AdminButton>
            {isOpen && <AdminButton onClick={close}>Cancel</AdminButton>}
          </div>
        </form>
      ) : (
        source === 'saved' && (
          <div className="flex flex-wrap gap-3">
            <AdminButton onClick={() => setOpen(true)}>Enter it anew</AdminButton>
            <ConfirmButton
              className={adminButtonClass('outline')}
              label="Remove"
              accessibleLabel={`Remove what ${what.toLowerCase()} are sent with`}
              title={`Send no ${what.toLowerCase()}?`}
              question={remove}
              confirm="Yes, remove it"
              keep="Keep it"
              focusAfter={[passwordField, state]}
              onConfirm={() => change({ [channel]: null }, 'Removed')}
            />
          </div>
        )
      )}
    </div>
  );
}
