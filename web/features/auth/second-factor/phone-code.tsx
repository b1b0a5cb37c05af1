import { useState } from 'react';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useAttempt } from '../../../session/use-attempt.ts';
import { useTypedCode } from '../../../session/use-typed-code.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { AuthForm } from '../form/auth-form.tsx';
import { askedBefore, forgetAsked, keepAsked } from './asked.ts';

/** Texts a code, and asks for it. */
export function PhoneCode({ factorId, onDone }: { factorId: string; onDone: () => void }) {
  const [challengeId, setChallengeId] = useState(() => askedBefore(factorId));
  const { attempt, busy, failure } = useAttempt();

  const ask = () =>
    attempt(async ({ client, dataOf }) => {
      const { id, expires_at } = dataOf(await client.mfa.challenge({ factorId, channel: 'sms' }));
      keepAsked(factorId, { challengeId: id, expiresAt: expires_at * 1000 });
      setChallengeId(id);
    });
  const { field, send } = useTypedCode(busy, (code) =>
    attempt(async ({ client, dataOf }) => {
      dataOf(await client.mfa.verify({ factorId, challengeId: challengeId ?? '', code }));
      forgetAsked(factorId);
      onDone();
    }),
  );

  if (challengeId === null) {
    return (
      <div className="space-y-5">
        <FailureNotice failure={failure} />
        <Button autoFocus aria-disabled={busy} onClick={ask} className="w-full">
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
        send();
      }}
      below={
        <button type="button" aria-disabled={busy} onClick={ask} className={textLinkClass}>
          Send another code
        </button>
      }
    >
      <CodeField id="code" label="Code from the text message" autoFocus {...field} />
    </AuthForm>
  );
}
