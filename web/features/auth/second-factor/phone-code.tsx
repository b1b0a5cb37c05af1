import { useState } from 'react';
import { z } from 'zod';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { useAuthAction } from '../../../session/use-auth-action.ts';
import { useTypedCode } from '../../../session/use-typed-code.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/form/code-field.tsx';
import { readFromTab, storeInTab } from '../../../ui/tab-storage.ts';
import { textLinkClass } from '../../../ui/text-link.ts';
import { CodeForm } from './code-form.tsx';

/** The stored record of a code that was texted, so that a reload doesn't request another one. The code itself is not stored. */
const SentCode = z.object({ challengeId: z.string(), expiresAt: z.number() });

const keyOf = (factorId: string) => `code-asked ${factorId}`;

/** The challenge of a code that was texted before and is still valid. */
function challengeBefore(factorId: string): string | null {
  const { data } = SentCode.safeParse(readFromTab(keyOf(factorId)));
  return data && data.expiresAt > Date.now() ? data.challengeId : null;
}

/** Texts a code, and asks for it. */
export function PhoneCode({ factorId, onDone }: { factorId: string; onDone: () => void }) {
  const [challengeId, setChallengeId] = useState(() => challengeBefore(factorId));
  const { run, busy, failure } = useAuthAction();

  const ask = () =>
    run(async ({ client, dataOf }) => {
      const { id, expires_at } = dataOf(await client.mfa.challenge({ factorId, channel: 'sms' }));
      storeInTab(keyOf(factorId), { challengeId: id, expiresAt: expires_at * 1000 });
      setChallengeId(id);
    });
  const { field, send } = useTypedCode(busy, (code) =>
    run(async ({ client, dataOf }) => {
      dataOf(await client.mfa.verify({ factorId, challengeId: challengeId ?? '', code }));
      storeInTab(keyOf(factorId), null);
      onDone();
    }),
  );

  if (challengeId === null) {
    return (
      <div className="space-y-5">
        <FailureCallout failure={failure} />
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
