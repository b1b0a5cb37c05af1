import type { User } from '@supabase/auth-js';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { useAuthAction } from '../../../session/use-auth-action.ts';
import { useTypedCode } from '../../../session/use-typed-code.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/form/code-field.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { kindOfStep } from '../form/password-kinds.ts';
import { SomebodyElse } from '../form/somebody-else.tsx';
import { StepHeading } from '../form/step-heading.tsx';
import { CodeForm } from './code-form.tsx';
import { linkOf, methodsOf, promptOf, type SecondFactorMethod } from './methods.ts';
import { PhoneCode } from './phone-code.tsx';

const keyOf = (method: SecondFactorMethod) => `${method.kind} ${'factorId' in method ? method.factorId : ''}`;

/** Asks for the second factor of an account that has one. */
export function SecondFactorStep({ user }: { user: User }) {
  const methods = methodsOf(user);
  const [chosen, setChosen] = useState<string | null>(null);
  const method = methods.find((one) => keyOf(one) === chosen) ?? methods[0] ?? { kind: 'recovery' };
  const [query] = useSearchParams();
  const isForPassword = kindOfStep(query.get('step')) !== undefined;
  // If a password must still be saved, this is not the last step.
  const onDone = () => {
    if (!isForPassword) toastSuccess('Welcome!');
  };

  return (
    <div className="space-y-6">
      <StepHeading title="One more step" account={user.email}>
        {isForPassword && 'Then your new password can be saved. '}
        {promptOf(method)}
      </StepHeading>
      {method.kind === 'totp' && <AppCode key={method.factorId} factorId={method.factorId} onDone={onDone} />}
      {method.kind === 'phone' && (
        <PhoneCode key={method.factorId} factorId={method.factorId} onDone={onDone} />
      )}
      {method.kind === 'passkey' && <Passkey onDone={onDone} />}
      {method.kind === 'recovery' && <RecoveryCode onDone={onDone} />}
      <ul className="border-t border-line pt-4">
        {methods
          .filter((other) => other !== method)
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

function AppCode({ factorId, onDone }: { factorId: string; onDone: () => void }) {
  const { run, busy, failure } = useAuthAction();
  const { field, send } = useTypedCode(busy, (code) =>
    run(async ({ client, dataOf }) => {
      dataOf(await client.mfa.challengeAndVerify({ factorId, code }));
      onDone();
    }),
  );
  return (
    <CodeForm
      failure={failure}
      help="Please enter the code that the app shows now. If that is refused too, let your phone set its clock by itself."
      busy={busy}
      onSubmit={send}
    >
      <CodeField id="code" label="Code" autoFocus {...field} />
    </CodeForm>
  );
}

function Passkey({ onDone }: { onDone: () => void }) {
  const { run, busy, failure } = useAuthAction();
  const confirm = () =>
    run(async ({ client, dataOf }) => {
      dataOf(await client.signInWithPasskey());
      onDone();
    });
  return (
    <div className="space-y-5">
      <FailureCallout failure={failure} />
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
  const { run, busy, failure } = useAuthAction();
  return (
    <CodeForm
      failure={failure}
      help="Each code works once. Please try the next one that you kept."
      busy={busy}
      onSubmit={() => {
        if (code.trim() === '') return setError('Please enter a recovery code.');
        run(async ({ client, dataOf }) => {
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
    </CodeForm>
  );
}
