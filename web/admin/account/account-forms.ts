import { z } from 'zod';
import { AuthEmail, AuthPassword, PersonName } from '../../../src/contracts/accounts/auth.ts';
import { newPassword, present } from '../../session/typed-fields.ts';

export const ChangedName = z.object({
  first_name: present.pipe(PersonName),
  last_name: present.pipe(PersonName),
});

/** The field for the password, when the server requires it again. */
const proof = { current_password: AuthPassword };

export const ChangedEmail = z.object({ email: present.pipe(AuthEmail), ...proof });

/** @param min how many characters it must have */
export const changedPassword = (min: number) => z.object({ password: newPassword(min), ...proof });
