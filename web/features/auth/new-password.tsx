import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { ADMIN_PASSWORD_MIN, PASSWORD_MIN } from '../../../src/contracts/auth.ts';
import type { AuthLink } from '../../session/link.ts';
import { signInAddress, useNextPage } from '../../session/next-page.ts';
import { currentSession, setSession } from '../../session/store.ts';
import { useAttempt } from '../../session/use-attempt.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { AuthForm } from './auth-form.tsx';
import { chosenPassword } from './forms.ts';
import { StepHeading } from './heading.tsx';

const OF_STAFF = `At least ${ADMIN_PASSWORD_MIN} characters. A few words together are easy to remember.`;

const TEXTS = {
  anew: {
    title: 'Choose a new password',
    about: 'It takes the place of the old one at once.',
    hint: `At least ${PASSWORD_MIN} characters, or ${ADMIN_PASSWORD_MIN} for the salon’s staff.`,
  },
  invited: {
    title: 'Choose your password',
    about: 'With it you sign in to the salon’s administration from now on.',
    hint: OF_STAFF,
  },
  stronger: {
    title: 'Choose a stronger password',
    about:
      'You administer the salon now, and your password is too easy to guess for that. Choose another one, and you can go on.',
    hint: OF_STAFF,
  },
};

/**
 * Chooses a password: signed in by a link already, or with a link's token. A token is used only now, so that opening the
 * link, which mail filters do too, doesn't use it up.
 */
export function NewPasswordStep({
  email,
  link,
  mustBeStronger = false,
}: {
  email?: string | undefined;
  link?: Extract<AuthLink, { kind: 'token' }>;
  /** Of an administrator whose password is too weak for one. */
  mustBeStronger?: boolean;
}) {
  const next = useNextPage();
  const navigate = useNavigate();
  const tokenUsed = useRef(false);
  const [asksCurrent, setAsksCurrent] = useState(mustBeStronger);
  const { attempt, busy, failure } = useAttempt();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(chosenPassword(mustBeStronger ? ADMIN_PASSWORD_MIN : PASSWORD_MIN)),
    defaultValues: { password: '', current_password: '' },
  });
  const { errors } = formState;

  /** A link alone must not replace the password of an account with a second factor. */
  async function askForSecondFactor() {
    const session = currentSession();
    if (session.status === 'signed-in') setSession({ status: 'code-needed', user: session.user });
    await navigate(signInAddress(next, { step: 'new-password' }), { replace: true });
  }

  const save = handleSubmit(({ password, current_password }) =>
    attempt(async ({ client, dataOf }) => {
      if (link && !tokenUsed.current) {
        dataOf(await client.verifyOtp({ type: link.type, token_hash: link.tokenHash }));
        tokenUsed.current = true;
      }
      const { error } = await client.updateUser({
        password,
        ...(asksCurrent && current_password && { current_password }),
      });
      if (error?.code === 'insufficient_aal') return askForSecondFactor();
      if (error?.code === 'reauthentication_needed') setAsksCurrent(true);
      if (error) throw error;
      toastSuccess('Welcome!', 'Your new password is saved.');
      await navigate(signInAddress(next), { replace: true });
    }),
  );

  const { title, about, hint } =
    TEXTS[mustBeStronger ? 'stronger' : link?.type === 'invite' ? 'invited' : 'anew'];
  return (
    <div className="space-y-6">
      <StepHeading title={title}>{about}</StepHeading>
      <AuthForm onSubmit={save} failure={failure} busy={busy} action="Save password" busyAction="Saving...">
        {/* So that password managers know whose password it is. */}
        {email && <input type="email" autoComplete="username" value={email} readOnly hidden />}
        {asksCurrent && (
          <PasswordField
            id="current-password"
            label="Current password"
            required
            autoFocus
            autoComplete="current-password"
            {...register('current_password')}
          />
        )}
        <PasswordField
          id="password"
          label="New password"
          required
          autoComplete="new-password"
          hint={hint}
          error={errors.password?.message}
          {...register('password')}
        />
      </AuthForm>
      {mustBeStronger && (
        <button
          type="button"
          className={textLinkClass}
          onClick={() => attempt(({ client }) => client.signOut({ scope: 'local' }))}
        >
          Sign in as somebody else
        </button>
      )}
    </div>
  );
}
