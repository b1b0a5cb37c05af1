import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@supabase/auth-js';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { signInAddress, useNextPage } from '../../session/next-page.ts';
import { EmailField } from '../../session/person-fields.tsx';
import { useAuthAction } from '../../session/use-auth-action.ts';
import { textLinkClass } from '../../ui/text-link.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { ForgottenPassword } from './auth-forms.ts';
import { AuthForm } from './form/auth-form.tsx';
import { StepHeading } from './form/step-heading.tsx';
import { keptInput, useKeepInput } from './kept-input.ts';
import { MailSent, useSentTo } from './mail-sent.tsx';

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
  const { run, busy, failure } = useAuthAction();
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(ForgottenPassword),
    defaultValues: { email: user?.email ?? keptInput().email },
  });
  useKeepInput(watch);

  const send = handleSubmit(({ email }) =>
    run(async ({ client, dataOf }) => {
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
        <EmailField error={formState.errors.email?.message} {...register('email')} />
      </AuthForm>
      <Link to={signInAddress(next)} className={textLinkClass}>
        {user ? 'Keep my password' : 'Back to Sign In'}
      </Link>
    </div>
  );
}
