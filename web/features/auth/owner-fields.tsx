import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { EmailField, NameFields } from '../../session/person-fields.tsx';

interface Owner {
  email: string;
  first_name: string;
  last_name: string;
  password: string;
  current_password: string;
}

/** Fields for the first administrator's name and e-mail. */
export function OwnerFields({
  register,
  errors,
}: {
  register: UseFormRegister<Owner>;
  errors: FieldErrors<Owner>;
}) {
  return (
    <>
      <NameFields
        first={{ ...register('first_name'), error: errors.first_name?.message }}
        last={{ ...register('last_name'), error: errors.last_name?.message }}
      />
      <EmailField
        label="Your email"
        hint="You sign in with it, and we write to it."
        error={errors.email?.message}
        {...register('email')}
      />
    </>
  );
}
