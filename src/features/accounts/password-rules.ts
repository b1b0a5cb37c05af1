import { ADMIN_PASSWORD_MIN, PASSWORD_MAX, PASSWORD_MIN } from '../../contracts/auth.ts';
import { AuthError } from './auth-error.ts';

/** The list is large and most processes never need it, so it is loaded with the first password that is chosen. */
let common: Promise<ReadonlySet<string>> | undefined;

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((password) => String(password).toLowerCase()));
}

/** Whether it is one of the 49 000 passwords that are tried first, in any spelling of capitals. */
async function isCommon(password: string): Promise<boolean> {
  common ??= loadCommon();
  return (await common).has(password.toLowerCase());
}

interface Chooser {
  readonly isAdmin: boolean;
  readonly email: string;
}

/** What is wrong with a password, as the auth client names it. */
export interface Weakness {
  readonly message: string;
  readonly reasons: readonly string[];
}

/** Why a password is too weak to be chosen; undefined for one that isn't. */
export async function weaknessOf(
  password: string,
  { isAdmin, email }: Chooser,
): Promise<Weakness | undefined> {
  const least = isAdmin ? ADMIN_PASSWORD_MIN : PASSWORD_MIN;
  if (password.length < least || password.length > PASSWORD_MAX) {
    const message = `Password should be at least ${least} characters, and at most ${PASSWORD_MAX}.`;
    return { message, reasons: ['length'] };
  }
  if (password.toLowerCase() === email.toLowerCase()) {
    return { message: 'The password must differ from the email address.', reasons: ['characters'] };
  }
  if (await isCommon(password)) {
    const message = 'This password is known and easy to guess. Please choose another one.';
    return { message, reasons: ['pwned'] };
  }
  return undefined;
}

/**
 * Refuses a password that is too weak to be chosen.
 *
 * @returns whether it is too weak for an administrator, which its user may become
 * @throws AuthError `weak_password`
 */
export async function checkPassword(password: string, chooser: Chooser): Promise<boolean> {
  const weakness = await weaknessOf(password, chooser);
  if (weakness) {
    throw new AuthError('weak_password', { text: weakness.message, reasons: weakness.reasons });
  }
  return password.length < ADMIN_PASSWORD_MIN;
}
