import { useState } from 'react';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import { sendTest } from '../../../../src/contracts/settings/sending-keys.ts';
import { call } from '../../../api.ts';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { useAuthAction } from '../../../session/use-auth-action.ts';
import { AdminButton } from '../../ui/button.tsx';
import { AdminField } from '../../ui/form/field.tsx';

/** Sends a test to the number that is entered, or to the signed-in user's own address, and says what became of it. */
export function SendTest({ channel, address = '' }: { channel: MessageChannel; address?: string }) {
  const [to, setTo] = useState('');
  const [error, setError] = useState<string>();
  const [result, setResult] = useState<{ readonly outcome: string; readonly text: string } | null>(null);
  const { run, busy, failure } = useAuthAction();
  const isText = channel === 'sms';

  function send() {
    setResult(null);
    if (isText && to.trim() === '') return setError('Please enter a phone number.');
    const body = isText ? { channel: 'sms' as const, to } : { channel: 'email' as const };
    void run(async ({ asUser }) => setResult(await asUser((token) => call(sendTest, { token, body }))));
  }

  return (
    <form
      noValidate
      aria-label={isText ? 'A test of texts' : 'A test of mails'}
      className="grid gap-3 rounded-md border border-line bg-panel p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) send();
      }}
    >
      {isText && (
        <AdminField
          label="Your phone"
          type="tel"
          autoComplete="tel"
          required
          className="max-w-xs"
          value={to}
          error={error}
          onChange={({ target }) => {
            setTo(target.value);
            setError(undefined);
          }}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <AdminButton type="submit" busy={busy}>
          {busy ? 'Sending...' : 'Send me a test'}
        </AdminButton>
        {!isText && <p className="text-sm text-stone wrap-anywhere">{`To ${address}`}</p>}
      </div>
      <FailureCallout failure={failure} />
      <p
        role="status"
        className={
          result ? `text-sm font-medium ${result.outcome === 'sent' ? 'text-good' : 'text-bad'}` : 'sr-only'
        }
      >
        {result?.text}
      </p>
    </form>
  );
}
