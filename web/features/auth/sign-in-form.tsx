import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Failure } from '../../session/failure.ts';
import { signInAddress, useNextPage } from '../../session/next-page.ts';
import { EmailField } from '../../session/person-fields.tsx';
import { currentSession } from '../../session/store.ts';
import { useAuthAction } from '../../session/use-auth-action.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { SignIn } from './auth-forms.ts';
import { AuthForm } from './form/auth-form.tsx';
import { keptInput, useKeepInput } from './kept-input.ts';
import { sendConfirmation } from './mail-sent.tsx';
import { OtherSignInMethods } from './other-sign-in-methods.tsx';

/** Sign-in by e-mail and password, with the other methods below. */
export function SignInForm() {
  const next = useNextPage();
  const { run, busy, failure } = useAuthAction();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(SignIn),
    defaultValues: { email: keptInput().email, password: '' },
  });
  useKeepInput(watch);
  const { errors } = formState;
  const forgotten = signInAddress(next, { step: 'forgot' });

  const signIn = handleSubmit(async ({ email, password }) => {
    setUnconfirmed(null);
    await run(async ({ client }) => {
      const { error } = await client.signInWithPassword({ email, password });
      if (error?.code === 'email_not_confirmed') setUnconfirmed(email);
      if (error) throw error;
      if (currentSession().status === 'signed-in') toastSuccess('Welcome!');
    });
  });

  return (
    <div className="space-y-6">
      <AuthForm
        onSubmit={signIn}
        failure={failure}
        help={helpFor(failure, forgotten)}
        busy={busy}
        action="Sign In"
        busyAction="Signing in..."
        below={
          <Link to={forgotten} className={textLinkClass}>
            Forgot your password?
          </Link>
        }
      >
        {unconfirmed && <ConfirmAgain email={unconfirmed} />}
        <EmailField autoComplete="username webauthn" error={errors.email?.message} {...register('email')} />
        <PasswordField
          id="password"
          label="Password"
          required
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
      </AuthForm>
      <OtherSignInMethods run={run} busy={busy} />
    </div>
  );
}

/** After a wrong password, or too many, offers the link for a new one. */
function helpFor(failure: Failure | null, forgotten: string) {
  if (failure?.code !== 'invalid_credentials' && failure?.code !== 'over_request_rate_limit') return null;
  return (
    <>
      {failure.code === 'invalid_credentials' ? 'Please check both, or ' : 'Or '}
      <Link to={forgotten} className="font-medium underline underline-offset-4">
        choose a new password
      </Link>
      .
    </>
  );
}

/** Sends the confirmation link again. */
function ConfirmAgain({ email }: { email: string }) {
  const { run, busy, failure } = useAuthAction();
  const [sent, setSent] = useState(false);
  const send = async () => setSent(await run(sendConfirmation(email)));
  if (sent) return <Callout>We sent a new link to {email}.</Callout>;
  return (
    <Callout
      tone={failure ? 'error' : 'info'}
      actions={
        <Button look="outline" aria-disabled={busy} onClick={send}>
          Send the link again
        </Button>
      }
    >
      {failure?.text ?? 'The link in our first email confirms your address. It may be among unwanted mail.'}
    </Callout>
  );
}
