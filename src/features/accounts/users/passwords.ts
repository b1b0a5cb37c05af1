import { randomBytes } from 'node:crypto';
import { type PasswordHashing, passwordHashing } from '../../../adapters/password-hashing/hashing.ts';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import { ADMIN_PASSWORD_MIN, PASSWORD_MAX, PASSWORD_MIN } from '../../../contracts/accounts/auth.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';

/** A password as it is stored. */
export interface StoredPassword {
  readonly hash: string;
  /** Too weak for an administrator. */
  readonly isWeak: boolean;
}

/** Sets a password that the user has just chosen. */
export async function setPassword(
  db: Queryable,
  userId: string,
  { hash, isWeak }: StoredPassword,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-password-set',
    text: `update accounts.users set password_hash = $2, weak_password = $3, password_from = null,
      password_challenge = null, updated_at = $4 where id = $1`,
    values: [userId, hash, isWeak, now],
  });
}

/** The opened link of a sign-up. */
interface OpenedSignUp {
  /** The password chosen at the sign-up; null to keep the user's. */
  readonly password: StoredPassword | null;
  /** Keyed hash of the network address where it was opened. */
  readonly from: string;
  /** PKCE challenge of the browser that signed up. */
  readonly codeChallenge: string | null;
}

/** Sets a password that was chosen before the address was confirmed, and so may be a stranger's. */
export async function setUnprovenPassword(
  db: Queryable,
  userId: string,
  { password, from, codeChallenge }: OpenedSignUp,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-password-set-unproven',
    text: `update accounts.users set
        password_hash = coalesce($2, password_hash),
        weak_password = case when $2::text is null then weak_password else $3 end,
        password_challenge = case when $2::text is null then password_challenge else $5 end,
        password_from = $4, updated_at = $6
      where id = $1`,
    values: [userId, password?.hash ?? null, password?.isWeak ?? false, from, codeChallenge, now],
  });
}

/** What shows that a password is its user's own. */
type PasswordProof =
  /** PKCE challenge of a browser that has opened the link. It counts if the same browser chose the password. */
  | { readonly codeChallenge: string; readonly hash?: undefined }
  /** Hash of the password that was used where the link was opened. */
  | { readonly hash: string | null; readonly codeChallenge?: undefined };

/** Records that the password is its user's own, unless it has been replaced meanwhile. */
export async function provePassword(
  db: Queryable,
  userId: string,
  { codeChallenge, hash }: PasswordProof,
): Promise<void> {
  await db.query({
    name: 'accounts-password-prove',
    text: `update accounts.users set password_from = null, password_challenge = null
      where id = $1 and password_from is not null and (password_challenge = $2 or password_hash = $3)`,
    values: [userId, codeChallenge, hash],
  });
}

/** Records whether a password is weak, which a sign-in shows and its hash doesn't. */
export async function rateWeakPassword(db: Queryable, userId: string, isWeak: boolean): Promise<void> {
  await db.query({
    name: 'accounts-password-rate',
    text: 'update accounts.users set weak_password = $2 where id = $1 and weak_password <> $2',
    values: [userId, isWeak],
  });
}

/** Removes a password whose chooser has not proven that the address is theirs. */
export async function dropPassword(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-password-drop',
    text: `update accounts.users set password_hash = null, weak_password = false, password_from = null,
      password_challenge = null, updated_at = $2 where id = $1`,
    values: [userId, now],
  });
}

export type Passwords = ReturnType<typeof createPasswords>;

/** Makes and compares the hashes of passwords. */
export function createPasswords(hashing: PasswordHashing = passwordHashing()) {
  const nobodys = hashing.hash(randomBytes(32).toString('base64url'));
  // An error is thrown where the hash is used.
  nobodys.catch(() => {});
  return {
    hash: hashing.hash,
    /**
     * Whether this is the password of a hash. Without a hash the answer is no after the same work, so that the time doesn't tell
     * whether there is an account.
     */
    async verify(password: string, known: string | null | undefined): Promise<boolean> {
      const matches = await hashing.verify(known ?? (await nobodys), password);
      return matches && typeof known === 'string';
    },
  };
}

/** The list is large and most processes never need it, so it is loaded when a first password is chosen. */
let common: Promise<ReadonlySet<string>> | undefined;

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((password) => String(password).toLowerCase()));
}

/** Whether this is one of the 49 000 most common passwords, in any capitalization. */
async function isCommon(password: string): Promise<boolean> {
  common ??= loadCommon();
  return (await common).has(password.toLowerCase());
}

interface Chooser {
  readonly isAdmin: boolean;
  readonly email: string;
}

/** Why a password is too weak, in the auth client's words. */
export interface Weakness {
  readonly message: string;
  readonly reasons: readonly string[];
}

/** Undefined for a password that may be chosen. */
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
