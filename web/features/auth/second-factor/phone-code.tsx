import { useState } from 'react';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useAuthAction } from '../../../session/use-auth-action.ts';
import { useTypedCode } from '../../../session/use-typed-code.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/form/code-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { CodeForm } from './code-form.tsx';
import { forgetSentCode, keepSentCode, sentCodeBefore } from './sent-code.ts';

/** Texts a code, and asks for it. */
export function PhoneCode({ factorId, onDone }: { factorId: string; onDone: () => void }) {
  const [challengeId, setChallengeId] = useState(() => sentCodeBefore(factorId));
  const { run, busy, failure } = useAuthAction();

  const ask = () =>
    run(async ({ client, dataOf }) => {
      const { id, expires_at } = dataOf(await client.mfa.challenge({ factorId, channel: 'sms' }));
      keepSentCode(factorId, { challengeId: id, expiresAt: expires_at * 1000 });
      setChallengeId(id);
    });
  const { field, send } = useTypedCode(busy, (code) =>
    run(async ({ client, dataOf }) => {
      dataOf(await client.mfa.verify({ factorId, challengeId: challengeId ?? '', code }));
      forgetSentCode(factorId);
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
    <CodeForm
      failure={failure}
      help="Please check the newest text message, or have another code sent."
      busy={busy}
      onSubmit={send}
      below={
        <button type="button" aria-disabled={busy} onClick={ask} className={textLinkClass}>
          Send another code
        </button>
      }
    >
      <CodeField id="code" label="Code from the text message" autoFocus {...field} />
    </CodeForm>
  );
}
