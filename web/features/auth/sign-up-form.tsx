import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { PASSWORD_MIN } from '../../../src/contracts/accounts/auth.ts';
import { EmailField, NameFields } from '../../session/person-fields.tsx';
import { passwordHint } from '../../session/typed-fields.ts';
import { useAuthAction } from '../../session/use-auth-action.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { SignUp } from './auth-forms.ts';
import { AuthForm } from './form/auth-form.tsx';
import { keptInput, useKeepInput } from './kept-input.ts';

/** Creates an account, which is confirmed by a link in an e-mail. */
export function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const { run, busy, failure } = useAuthAction();
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(SignUp),
    defaultValues: { ...keptInput(), password: '' },
  });
  useKeepInput(watch);
  const { errors } = formState;

  const signUp = handleSubmit(({ email, password, first_name, last_name }) =>
    run(async ({ client, dataOf, addressOf }) => {
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
      action="Create account"
      busyAction="Creating your account..."
    >
      <NameFields
        first={{ ...register('first_name'), error: errors.first_name?.message }}
        last={{ ...register('last_name'), error: errors.last_name?.message }}
      />
      <EmailField {...register('email')} error={errors.email?.message} />
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
