import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { signInAddress, useNextPage } from '../../session/next-page.ts';
import { useAttempt } from '../../session/use-attempt.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { AuthForm } from './auth-form.tsx';
import { ForgottenPassword } from './forms.ts';
import { StepHeading } from './heading.tsx';

/** Asks for a link by which a new password can be chosen. */
export function ForgottenPasswordStep() {
  const next = useNextPage();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { attempt, busy, failure } = useAttempt();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ForgottenPassword),
    defaultValues: { email: '' },
  });

  const send = handleSubmit(({ email }) =>
    attempt(async ({ client, dataOf }) => {
      dataOf(await client.resetPasswordForEmail(email));
      toastSuccess('Check your email');
      setSentTo(email);
    }),
  );

  if (sentTo !== null) {
    return (
      <div className="space-y-6">
        <StepHeading title="Check your email">
          If there is an account for <span className="wrap-anywhere text-ink">{sentTo}</span>, a link to
          choose a new password is on its way. It works once, within the hour.
        </StepHeading>
        <ButtonLink to={signInAddress(next)} look="outline" className="w-full">
          Back to Sign In
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="space-y-6">
      <StepHeading title="Forgotten your password?">
        Tell us your email address, and we will send you a link to choose a new one.
      </StepHeading>
      <AuthForm onSubmit={send} failure={failure} busy={busy} action="Send the link" busyAction="Sending...">
        <TextField
          id="email"
          type="email"
          label="Email"
          required
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message}
          {...register('email')}
        />
      </AuthForm>
      <Link to={signInAddress(next)} className={textLinkClass}>
        Back to Sign In
      </Link>
    </div>
  );
}
