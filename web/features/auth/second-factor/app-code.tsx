import { useAttempt } from '../../../session/use-attempt.ts';
import { useTypedCode } from '../../../session/use-typed-code.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { AuthForm } from '../form/auth-form.tsx';

/** Asks for the code of an authenticator app. */
export function AppCode({ factorId, onDone }: { factorId: string; onDone: () => void }) {
  const { attempt, busy, failure } = useAttempt();
  const { field, send } = useTypedCode(busy, (code) =>
    attempt(async ({ client, dataOf }) => {
      dataOf(await client.mfa.challengeAndVerify({ factorId, code }));
      onDone();
    }),
  );

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
        send();
      }}
    >
      <CodeField id="code" label="Code" autoFocus {...field} />
    </AuthForm>
  );
}
