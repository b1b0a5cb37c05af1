import { ADMIN_PASSWORD_MIN, PASSWORD_MAX, PASSWORD_MIN } from '../../contracts/auth.ts';
import { AuthError } from './dialect/errors.ts';

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

/** Refuses a password that is too weak to be chosen. @throws AuthError `weak_password` */
export async function checkPassword(password: string, { isAdmin, email }: Chooser): Promise<void> {
  const least = isAdmin ? ADMIN_PASSWORD_MIN : PASSWORD_MIN;
  if (password.length < least || password.length > PASSWORD_MAX) {
    const text = `Password should be at least ${least} characters, and at most ${PASSWORD_MAX}.`;
    throw new AuthError('weak_password', { text, reasons: ['length'] });
  }
  if (password.toLowerCase() === email.toLowerCase()) {
    const text = 'The password must differ from the e-mail address.';
    throw new AuthError('weak_password', { text, reasons: ['characters'] });
  }
  if (await isCommon(password)) {
    const text = 'This password is known and easy to guess. Please choose another one.';
    throw new AuthError('weak_password', { text, reasons: ['pwned'] });
  }
}
