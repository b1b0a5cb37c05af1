import { useState } from 'react';
import { useAttempt } from '../../../session/use-attempt.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { AuthForm } from '../form/auth-form.tsx';

/** Asks for the code of an authenticator app. */
export function AppCode({ factorId, onDone }: { factorId: string; onDone: () => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { attempt, busy, failure } = useAttempt();

  async function verify(typed: string) {
    if (typed.length < 6) return setError('Please enter all 6 digits.');
    const ok = await attempt(async ({ client, dataOf }) => {
      dataOf(await client.mfa.challengeAndVerify({ factorId, code: typed }));
      onDone();
    });
    if (!ok) setCode('');
  }

  return (
    <AuthForm
      action="Continue"
      busyAction="Checking..."
      failure={failure}
      help={
        failure?.code === 'mfa_verification_failed' &&
        'Please enter the code that the app shows now. If that is refused too, let your phone set its clock by itself.'
      }
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        verify(code);
      }}
    >
      <CodeField
        id="code"
        label="Code"
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
