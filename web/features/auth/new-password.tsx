import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@supabase/auth-js';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { nameFirstAdministrator } from '../../../src/contracts/accounts/accounts.ts';
import { ADMIN_PASSWORD_MIN, PASSWORD_MIN } from '../../../src/contracts/accounts/auth.ts';
import { ApiError, call } from '../../api.ts';
import { signInAddress, useNextPage } from '../../session/next-page.ts';
import { EmailField, NameFields } from '../../session/person-fields.tsx';
import { ACCESS, hasRemainingAccess } from '../../session/remaining-access.ts';
import { currentSession, setSession } from '../../session/store.ts';
import { passwordHint } from '../../session/typed-fields.ts';
import { useAuthAction } from '../../session/use-auth-action.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { toastErrorBeforeLeaving, toastSuccess } from '../../ui/toast/toast.tsx';
import { chosenPassword, firstPassword, namedPassword } from './auth-forms.ts';
import { AuthForm } from './form/auth-form.tsx';
import { kindOf, type PasswordKind, type PasswordLink, STEP_OF } from './form/password-kinds.ts';
import { SomebodyElse } from './form/somebody-else.tsx';
import { StepHeading } from './form/step-heading.tsx';
import { USED_LINKS } from './used-link.tsx';

/**
 * A password that was chosen after a link, but can be saved only after the second factor. It is kept in memory, only for
 * the account that it was chosen for.
 */
let chosen: { readonly userId: string; readonly password: string } | null = null;

/** @returns the kept password, only once; undefined for any other account */
function takePassword(userId: string): string | undefined {
  const kept = chosen;
  chosen = null;
  return kept?.userId === userId ? kept.password : undefined;
}

const OF_STAFF = passwordHint(ADMIN_PASSWORD_MIN);

const CHANGE = {
  action: 'Save password',
  label: 'New password',
  saved: 'Your new password is saved.',
};

const TEXTS: Record<PasswordKind, typeof CHANGE & { title: string; about: string; hint: string }> = {
  anew: {
    ...CHANGE,
    title: 'Choose a new password',
    about: 'It takes the place of the old one at once.',
    hint: passwordHint(`${PASSWORD_MIN}, or for the salon’s staff ${ADMIN_PASSWORD_MIN},`),
  },
  invited: {
    ...CHANGE,
    title: 'Choose your password',
    about: 'With it you sign in to the salon’s administration from now on.',
    hint: OF_STAFF,
    label: 'Password',
  },
  first: {
    title: 'Create your account',
    about:
      'You are the first to administer the salon. With your email and this password you sign in from now on.',
    hint: OF_STAFF,
    action: 'Create account',
    label: 'Password',
    saved: 'Your account is ready.',
  },
  stronger: {
    ...CHANGE,
    title: 'Choose a stronger password',
    about:
      'You administer the salon now, and your password is too easy to guess for that. Choose another one, and you can go on.',
    hint: OF_STAFF,
  },
};

const SCHEMAS = {
  anew: chosenPassword,
  stronger: chosenPassword,
  invited: namedPassword,
  first: firstPassword,
} as const satisfies Record<PasswordKind, unknown>;

/**
 * Chooses a password, either signed in, or with the token of a link. The token is redeemed only when the password is saved, so that
 * opening the link, which mail filters also do, doesn't use it up.
 */
export function NewPasswordStep({
  user,
  link,
  kind = link ? kindOf(link) : 'anew',
}: {
  user?: User;
  link?: PasswordLink;
  kind?: PasswordKind;
}) {
  const next = useNextPage();
  const navigate = useNavigate();
  const [asksCurrent, setAsksCurrent] = useState(kind === 'stronger');
  const { run, busy, failure } = useAuthAction();
  const min = kind === 'anew' ? PASSWORD_MIN : ADMIN_PASSWORD_MIN;
  const { register, handleSubmit, formState, setValue } = useForm({
    resolver: zodResolver(SCHEMAS[kind](min)),
    defaultValues: { email: '', first_name: '', last_name: '', password: '', current_password: '' },
  });
  const { errors } = formState;
  const here = signInAddress(next, { step: STEP_OF[kind] });

  /** A link alone must not replace the password of an account with a second factor. The typed password is saved after that. */
  async function askForSecondFactor(owner: User, password: string) {
    chosen = { userId: owner.id, password };
    setSession({ status: 'code-needed', user: owner });
    await navigate(here, { replace: true });
  }

  /** Shows the page for a used link; users who are already signed in just continue. */
  async function tellUsed({ type }: PasswordLink) {
    if (currentSession().status === 'signed-in')
      toastErrorBeforeLeaving('This link has been used or has expired', 'You are signed in already.');
    await navigate(signInAddress(next, { step: USED_LINKS[type] }), { replace: true });
  }

  const save = handleSubmit(({ password, current_password, ...owner }) =>
    run(async ({ client, dataOf, asUser }) => {
      if (link) {
        const { error } = await client.verifyOtp({ type: link.type, token_hash: link.tokenHash });
        if (error?.code === 'otp_expired') return tellUsed(link);
        if (error) throw error;
        const session = currentSession();
        if (session.status === 'code-needed') return askForSecondFactor(session.user, password);
        // From now on the session replaces the token, also after a refusal or a reload.
        await navigate(here, { replace: true });
      }
      if (kind === 'first') {
        await asUser((token) => call(nameFirstAdministrator, { token, body: owner })).catch(unlessDone);
      }
      const { first_name, last_name } = owner;
      const result = await client.updateUser({
        password,
        ...(kind === 'invited' && { data: { first_name, last_name } }),
        ...(asksCurrent && current_password && { current_password }),
      });
      const session = currentSession();
      if (result.error?.code === 'insufficient_aal' && session.status === 'signed-in')
        return askForSecondFactor(session.user, password);
      if (result.error?.code === 'reauthentication_needed') setAsksCurrent(true);
      dataOf(result);
      toastSuccess('Welcome!', TEXTS[kind].saved);
      // A new password ends none of what works without one.
      const isShown = kind === 'anew' && (await hasRemainingAccess(asUser));
      await navigate(signInAddress(isShown ? `${ACCESS}?after=password` : next), { replace: true });
    }),
  );

  const saveNow = useRef(save);
  saveNow.current = save;
  const userId = user?.id;
  useEffect(() => {
    const kept = userId === undefined ? undefined : takePassword(userId);
    if (kept === undefined) return;
    setValue('password', kept);
    saveNow.current();
  }, [userId, setValue]);

  const { title, about, hint, action, label } = TEXTS[kind];
  const email = kind === 'first' ? undefined : (user?.email ?? link?.email);
  return (
    <div className="space-y-6">
      <StepHeading title={title} account={email}>
        {about}
      </StepHeading>
      <AuthForm onSubmit={save} failure={failure} busy={busy} action={action} busyAction="Saving...">
        {/* Tells password managers which account the password belongs to. */}
        {email && <input type="email" autoComplete="username" value={email} readOnly hidden />}
        {(kind === 'first' || kind === 'invited') && (
          <NameFields
            first={{ ...register('first_name'), error: errors.first_name?.message }}
            last={{ ...register('last_name'), error: errors.last_name?.message }}
          />
        )}
        {kind === 'first' && (
          <EmailField
            label="Your email"
            hint="You sign in with it, and we write to it."
            error={errors.email?.message}
            {...register('email')}
          />
        )}
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
          label={label}
          required
          autoComplete="new-password"
          hint={hint}
          error={errors.password?.message}
          {...register('password')}
        />
      </AuthForm>
      {kind === 'stronger' && <SomebodyElse />}
    </div>
  );
}

/** Ignores the error if an earlier try, whose response was lost, has already saved name and password. */
function unlessDone(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'not-found')) throw error;
}
