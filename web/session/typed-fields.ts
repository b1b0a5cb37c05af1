import { z } from 'zod';
import { AuthPassword } from '../../src/contracts/accounts/auth.ts';

const MISSING = 'Please fill in this field.';

/** A text that has to be there. A missing one has a message of its own, different from an invalid one. */
export const present = z
  .string(MISSING)
  .refine((text) => text.trim() !== '', { error: MISSING, abort: true });

/** The rules for a new password, shown before the server would refuse one. */
export const passwordHint = (min: number | string): string =>
  `At least ${min} characters; not your email address, and no password that many people use. A few words together are easy to remember and hard to guess.`;

/** @param min how many characters it must have */
export const newPassword = (min: number) =>
  present
    .pipe(AuthPassword)
    .refine((text) => text.length >= min, `Please choose at least ${min} characters.`);
