import { useState } from 'react';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useAttempt } from '../../../session/use-attempt.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { AuthForm } from '../form/auth-form.tsx';
import { askedBefore, forgetAsked, keepAsked } from './asked.ts';

/** Texts a code, and asks for it. */
export function PhoneCode({ factorId, onDone }: { factorId: string; onDone: () => void }) {
  const [challengeId, setChallengeId] = useState(() => askedBefore(factorId));
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { attempt, busy, failure } = useAttempt();

  const send = () =>
    attempt(async ({ client, dataOf }) => {
      const { id, expires_at } = dataOf(await client.mfa.challenge({ factorId, channel: 'sms' }));
      keepAsked(factorId, { challengeId: id, expiresAt: expires_at * 1000 });
      setChallengeId(id);
    });
  async function verify(typed: string) {
    if (challengeId === null) return;
    if (typed.length < 6) return setError('Please enter all 6 digits.');
    const ok = await attempt(async ({ client, dataOf }) => {
      dataOf(await client.mfa.verify({ factorId, challengeId, code: typed }));
      forgetAsked(factorId);
      onDone();
    });
    if (!ok) setCode('');
  }

  if (challengeId === null) {
    return (
      <div className="space-y-5">
        <FailureNotice failure={failure} />
        <Button autoFocus aria-disabled={busy} onClick={send} className="w-full">
          {busy ? 'Sending...' : 'Text me a code'}
        </Button>
      </div>
    );
  }
  return (
    <AuthForm
      action="Continue"
      busyAction="Checking..."
      failure={failure}
      help={
        failure?.code === 'mfa_verification_failed' &&
        'Please check the newest text message, or have another code sent.'
      }
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        verify(code);
      }}
      below={
        <button type="button" aria-disabled={busy} onClick={send} className={textLinkClass}>
          Send another code
        </button>
      }
    >
      <CodeField
        id="code"
        label="Code from the text message"
        autoFocus
        value={code}
        error={error}
        onChange={(typed) => {
          setCode(typed);
          setError(undefined);
        }}
        onComplete={verify}
      />
    </AuthForm>
  );
}
