import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { TextField } from '../../ui/field.tsx';

interface Owner {
  email: string;
  first_name: string;
  last_name: string;
  password: string;
  current_password: string;
}

/** Who the first administrator is. */
export function OwnerFields({
  register,
  errors,
}: {
  register: UseFormRegister<Owner>;
  errors: FieldErrors<Owner>;
}) {
  return (
    <>
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
        label="Your email"
        required
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="You sign in with it, and we write to it."
        error={errors.email?.message}
        {...register('email')}
      />
    </>
  );
}
