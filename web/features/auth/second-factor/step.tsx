import type { User } from '@supabase/auth-js';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useAttempt } from '../../../session/use-attempt.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { AuthForm } from '../form/auth-form.tsx';
import { StepHeading } from '../form/heading.tsx';
import { kindOfStep } from '../form/password-kinds.ts';
import { SomebodyElse } from '../form/somebody-else.tsx';
import { AppCode } from './app-code.tsx';
import { PhoneCode } from './phone-code.tsx';
import { askOf, linkOf, type Way, waysOf } from './ways.ts';

const keyOf = (way: Way) => `${way.kind} ${'factorId' in way ? way.factorId : ''}`;

/** Asks for the second factor of an account that has one. */
export function SecondFactorStep({ user }: { user: User }) {
  const ways = waysOf(user);
  const [chosen, setChosen] = useState<string | null>(null);
  const way = ways.find((one) => keyOf(one) === chosen) ?? ways[0] ?? { kind: 'recovery' };
  const [query] = useSearchParams();
  const isForPassword = kindOfStep(query.get('step')) !== undefined;
  // With a password still to be saved, there is more to come.
  const onDone = () => {
    if (!isForPassword) toastSuccess('Welcome!');
  };

  return (
    <div className="space-y-6">
      <StepHeading title="One more step" account={user.email}>
        {isForPassword && 'Then your new password can be saved. '}
        {askOf(way)}
      </StepHeading>
      {way.kind === 'totp' && <AppCode key={way.factorId} factorId={way.factorId} onDone={onDone} />}
      {way.kind === 'phone' && <PhoneCode key={way.factorId} factorId={way.factorId} onDone={onDone} />}
      {way.kind === 'passkey' && <Passkey onDone={onDone} />}
      {way.kind === 'recovery' && <RecoveryCode onDone={onDone} />}
      <ul className="border-t border-line pt-4">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <li key={keyOf(other)}>
              <button type="button" className={textLinkClass} onClick={() => setChosen(keyOf(other))}>
                {linkOf(other)}
              </button>
            </li>
          ))}
        <li>
          <SomebodyElse />
        </li>
      </ul>
    </div>
  );
}

function Passkey({ onDone }: { onDone: () => void }) {
  const { attempt, busy, failure } = useAttempt();
  const confirm = () =>
    attempt(async ({ client, dataOf }) => {
      dataOf(await client.signInWithPasskey());
      onDone();
    });
  return (
    <div className="space-y-5">
      <FailureNotice failure={failure} />
      <Button autoFocus aria-disabled={busy} onClick={confirm} className="w-full">
        <KeyRound aria-hidden="true" className="size-4" />
        {busy ? 'Waiting for your device...' : 'Use your passkey'}
      </Button>
    </div>
  );
}

function RecoveryCode({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { attempt, busy, failure } = useAttempt();
  return (
    <AuthForm
      action="Continue"
      busyAction="Checking..."
      failure={failure}
      help={
        failure?.code === 'mfa_verification_failed' &&
        'Each code works once. Please try the next one that you kept.'
      }
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() === '') return setError('Please enter a recovery code.');
        attempt(async ({ client, dataOf }) => {
          dataOf(await client.mfa.recoveryCodes.verify({ code: code.trim() }));
          onDone();
        });
      }}
    >
      <TextField
        id="recovery-code"
        label="Recovery code"
        required
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        error={error}
        onChange={({ target }) => {
          setCode(target.value);
          setError(undefined);
        }}
      />
    </AuthForm>
  );
}
