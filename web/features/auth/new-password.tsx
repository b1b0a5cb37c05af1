import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { ADMIN_PASSWORD_MIN, PASSWORD_MIN } from '../../../src/contracts/auth.ts';
import type { AuthLink } from '../../session/link.ts';
import { signInAddress, useNextPage } from '../../session/next-page.ts';
import { currentSession, setSession } from '../../session/store.ts';
import { useAttempt } from '../../session/use-attempt.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { AuthForm } from './auth-form.tsx';
import { ChosenPassword } from './forms.ts';
import { StepHeading } from './heading.tsx';

/**
 * Chooses a password: signed in by a link already, or with a link's token. A token is used only now, so that opening the
 * link, which mail filters do too, doesn't use it up.
 */
export function NewPasswordStep({
  email,
  link,
}: {
  email?: string | undefined;
  link?: Extract<AuthLink, { kind: 'token' }>;
}) {
  const next = useNextPage();
  const navigate = useNavigate();
  const tokenUsed = useRef(false);
  const { attempt, busy, failure } = useAttempt();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ChosenPassword),
    defaultValues: { password: '' },
  });

  /** A link alone must not replace the password of an account with a second factor. */
  async function askForSecondFactor() {
    const session = currentSession();
    if (session.status === 'signed-in') setSession({ status: 'code-needed', user: session.user });
    await navigate(signInAddress(next, { step: 'new-password' }), { replace: true });
  }

  const save = handleSubmit(({ password }) =>
    attempt(async ({ client, dataOf }) => {
      if (link && !tokenUsed.current) {
        dataOf(await client.verifyOtp({ type: link.type, token_hash: link.tokenHash }));
        tokenUsed.current = true;
      }
      const { error } = await client.updateUser({ password });
      if (error?.code === 'insufficient_aal') return askForSecondFactor();
      if (error) throw error;
      toastSuccess('Welcome!', 'Your new password is saved.');
      await navigate(signInAddress(next), { replace: true });
    }),
  );

  const isInvitation = link?.type === 'invite';
  return (
    <div className="space-y-6">
      <StepHeading title={isInvitation ? 'Choose your password' : 'Choose a new password'}>
        {isInvitation
          ? 'With it you sign in to the salon’s administration from now on.'
          : 'It takes the place of the old one at once.'}
      </StepHeading>
      <AuthForm onSubmit={save} failure={failure} busy={busy} action="Save password" busyAction="Saving...">
        {/* So that password managers know whose password it is. */}
        {email && <input type="email" autoComplete="username" value={email} readOnly hidden />}
        <PasswordField
          id="password"
          label="New password"
          required
          autoComplete="new-password"
          hint={
            isInvitation
              ? `At least ${ADMIN_PASSWORD_MIN} characters. A few words together are easy to remember.`
              : `At least ${PASSWORD_MIN} characters, or ${ADMIN_PASSWORD_MIN} for the salon’s staff.`
          }
          error={formState.errors.password?.message}
          {...register('password')}
        />
      </AuthForm>
    </div>
  );
}
