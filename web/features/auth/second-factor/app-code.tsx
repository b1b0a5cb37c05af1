import { useAuthAction } from '../../../session/use-auth-action.ts';
import { useTypedCode } from '../../../session/use-typed-code.ts';
import { CodeField } from '../../../ui/form/code-field.tsx';
import { CodeForm } from './code-form.tsx';

/** Asks for the code of an authenticator app. */
export function AppCode({ factorId, onDone }: { factorId: string; onDone: () => void }) {
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
