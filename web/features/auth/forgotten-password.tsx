import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@supabase/auth-js';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { signInAddress, useNextPage } from '../../session/next-page.ts';
import { useAttempt } from '../../session/use-attempt.ts';
import { TextField } from '../../ui/field.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { AuthForm } from './form/auth-form.tsx';
import { StepHeading } from './form/heading.tsx';
import { ForgottenPassword } from './forms.ts';
import { MailSent, useSentTo } from './mail-sent.tsx';
import { typedBefore, useKeepTyped } from './typed.ts';

/** Asks for a link by which a new password can be chosen. */
export function ForgottenPasswordStep({ user }: { user?: User }) {
  const [sentTo, setSentTo] = useSentTo();
  if (sentTo === null) return <Form user={user} onSent={setSentTo} />;
  return (
    <MailSent
      about={
        <>
          If there is an account for <span className="wrap-anywhere text-ink">{sentTo}</span>, a link to
          choose a new password is on its way.
        </>
      }
      send={async ({ client, dataOf }) => dataOf(await client.resetPasswordForEmail(sentTo))}
    />
  );
}

function Form({ user, onSent }: { user: User | undefined; onSent: (email: string) => void }) {
  const next = useNextPage();
  const { attempt, busy, failure } = useAttempt();
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(ForgottenPassword),
    defaultValues: { email: user?.email ?? typedBefore().email },
  });
  useKeepTyped(watch);

  const send = handleSubmit(({ email }) =>
    attempt(async ({ client, dataOf }) => {
      dataOf(await client.resetPasswordForEmail(email));
      toastSuccess('Check your email');
      onSent(email);
    }),
  );

  return (
    <div className="space-y-6">
      <StepHeading title="Forgot your password?">
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
        {user ? 'Keep my password' : 'Back to Sign In'}
      </Link>
    </div>
  );
}
