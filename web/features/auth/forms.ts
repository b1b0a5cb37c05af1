import { z } from 'zod';
import { AuthEmail, AuthPassword, PASSWORD_MIN, PersonName } from '../../../src/contracts/auth.ts';

const MISSING = 'Please fill in this field.';

/** A missing value has a message of its own, different from an invalid one. */
const present = z.string(MISSING).refine((text) => text.trim() !== '', { error: MISSING, abort: true });

const email = present.pipe(AuthEmail);

/** Staff need more characters, of which the server tells them: here it isn't known who is staff. */
const newPassword = present
  .pipe(AuthPassword)
  .refine((text) => text.length >= PASSWORD_MIN, `Please choose at least ${PASSWORD_MIN} characters.`);

export const SignIn = z.object({ email, password: present.pipe(AuthPassword) });

export const SignUp = z.object({
  first_name: present.pipe(PersonName),
  last_name: present.pipe(PersonName),
  email,
  password: newPassword,
});

export const ForgottenPassword = z.object({ email });

export const ChosenPassword = z.object({ password: newPassword });
