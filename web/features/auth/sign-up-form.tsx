import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { PASSWORD_MIN } from '../../../src/contracts/accounts/auth.ts';
import { passwordHint } from '../../session/password-hint.ts';
import { useAttempt } from '../../session/use-attempt.ts';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { AuthForm } from './form/auth-form.tsx';
import { SignUp } from './forms.ts';
import { typedBefore, useKeepTyped } from './typed.ts';

/** Makes an account, which a link in an e-mail confirms. */
export function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const { attempt, busy, failure } = useAttempt();
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(SignUp),
    defaultValues: { ...typedBefore(), password: '' },
  });
  useKeepTyped(watch);
  const { errors } = formState;

  const signUp = handleSubmit(({ email, password, first_name, last_name }) =>
    attempt(async ({ client, dataOf, addressOf }) => {
      const { session } = dataOf(
        await client.signUp({
          email,
          password,
          options: { data: { first_name, last_name }, emailRedirectTo: addressOf('/') },
        }),
      );
      if (session) return;
      toastSuccess('Check your email', `We sent a link to ${email}.`);
      onSent(email);
    }),
  );

  return (
    <AuthForm
      onSubmit={signUp}
      failure={failure}
      busy={busy}
      action="Sign Up"
      busyAction="Creating your account..."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          id="first-name"
          label="First name"
          required
          autoComplete="given-name"
          error={errors.first_name?.message}
          {...register('first_name')}
        />
        <TextField
          id="last-name"
          label="Last name"
          required
          autoComplete="family-name"
          error={errors.last_name?.message}
          {...register('last_name')}
        />
      </div>
      <TextField
        id="email"
        type="email"
        label="Email"
        required
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        id="password"
        label="Password"
        required
        autoComplete="new-password"
        hint={passwordHint(PASSWORD_MIN)}
        error={errors.password?.message}
        {...register('password')}
      />
    </AuthForm>
  );
}
