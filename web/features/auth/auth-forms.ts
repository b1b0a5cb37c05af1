import { z } from 'zod';
import { AuthEmail, AuthPassword, PASSWORD_MIN, PersonName } from '../../../src/contracts/accounts/auth.ts';
import { newPassword, present } from '../../session/typed-fields.ts';

const email = present.pipe(AuthEmail);

export const SignIn = z.object({ email, password: present.pipe(AuthPassword) });

export const SignUp = z.object({
  first_name: present.pipe(PersonName),
  last_name: present.pipe(PersonName),
  email,
  password: newPassword(PASSWORD_MIN),
});

export const ForgottenPassword = z.object({ email });

/**
 * The current password is sent only where the server asks for it.
 *
 * @param min the minimum length of a new password. Staff need more; if the client doesn't know that the user is staff, the server says so
 */
export const chosenPassword = (min: number) =>
  z.object({
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    password: newPassword(min),
    current_password: AuthPassword,
  });

/** The same for somebody who is invited, and also enters their name. */
export const namedPassword = (min: number) =>
  chosenPassword(min).extend({
    first_name: present.pipe(PersonName),
    last_name: present.pipe(PersonName),
  });

/** The same for the first administrator, who also enters their e-mail. */
export const firstPassword = (min: number) => namedPassword(min).extend({ email });
