import { randomBytes } from 'node:crypto';
import { madeOnce } from '../../../adapters/made-once.ts';
import { type PasswordHashing, passwordHashing } from '../../../adapters/password-hashing.ts';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import { ADMIN_PASSWORD_MIN, PASSWORD_MAX, PASSWORD_MIN } from '../../../contracts/accounts/auth.ts';
import { createKeyedSemaphore } from '../../../http/limits/keyed-semaphore.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';

/** A password as it is stored. */
export interface StoredPassword {
  readonly hash: string;
  /** Whether it is too weak for an administrator. */
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

/** The password that is stored when the link of a sign-up is opened. */
interface OpenedSignUp {
  /** The password chosen at the sign-up; null to keep the password that the user has. */
  readonly password: StoredPassword | null;
  /** Keyed hash of the network address at which the link was opened. */
  readonly from: string;
  /** PKCE challenge of the browser that signed up. */
  readonly codeChallenge: string | null;
}

/** Sets a password that was chosen before the address was confirmed. It may be a stranger's. */
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

/** The proof that the user has chosen the password, and not a stranger. */
type PasswordProof =
  /** PKCE challenge of a browser that has opened the link. It counts if the same browser chose the password. */
  | { readonly codeChallenge: string; readonly hash?: undefined }
  /** Hash of the password that was used where the link was opened. */
  | { readonly hash: string | null; readonly codeChallenge?: undefined };

/** Records that the user has chosen the password, and not a stranger; unless the password has been replaced meanwhile. */
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

/** Records whether a password is weak. This is known only at a sign-in, since the hash doesn't show it. */
export async function rateWeakPassword(db: Queryable, userId: string, isWeak: boolean): Promise<void> {
  await db.query({
    name: 'accounts-password-rate',
    text: 'update accounts.users set weak_password = $2 where id = $1 and weak_password <> $2',
    values: [userId, isWeak],
  });
}

/** Removes a password, when the person who chose it has not proven that the address is theirs. */
export async function dropPassword(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-password-drop',
    text: `update accounts.users set password_hash = null, weak_password = false, password_from = null,
      password_challenge = null, updated_at = $2 where id = $1`,
    values: [userId, now],
  });
}

export type Passwords = ReturnType<typeof createPasswords>;

const COMPARISONS = { atOnce: 2, mostWaiting: Number.POSITIVE_INFINITY };

/** Makes and compares the hashes of passwords. */
export function createPasswords(hashing: PasswordHashing = passwordHashing()) {
  const enter = createKeyedSemaphore(COMPARISONS);
  const nobodys = hashing.hash(randomBytes(32).toString('base64url'));
  // A failure isn't handled here, since it is thrown again where the hash is used.
  nobodys.catch(() => {});
  return {
    hash: hashing.hash,
    /**
     * Whether a hash was made of this password. If there is no hash, the result is false after the same work, so that the time
     * doesn't reveal whether there is an account. Two comparisons are made at once, and none for a client that left while waiting.
     *
     * @throws AuthError `request_timeout` when `gone` aborts
     */
    async verify(
      password: string,
      known: string | null | undefined,
      gone = new AbortController().signal,
    ): Promise<boolean> {
      const leave = await enter(
        'hash',
        () => gone,
        () => new AuthError('request_timeout'),
      );
      try {
        const matches = await hashing.verify(known ?? (await nobodys), password);
        return matches && typeof known === 'string';
      } finally {
        leave();
      }
    },
  };
}

/** The list is large, and most processes never need it. So it is loaded when a password is chosen for the first time. */
const common = madeOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((password) => String(password).toLowerCase()));
});

/** Whether this is one of the 49 000 most common passwords, in any capitalization. */
async function isCommon(password: string): Promise<boolean> {
  return (await common.get()).has(password.toLowerCase());
}

interface Chooser {
  readonly isAdmin: boolean;
  readonly email: string;
}

/** Why a password is too weak, in the form of the auth client's protocol. */
export interface Weakness {
  readonly message: string;
  readonly reasons: readonly string[];
}

/** Finds a password's weakness; undefined if it may be chosen. */
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
 * @returns whether the password is too weak for an administrator; its user may become one later
 * @throws AuthError `weak_password`
 */
export async function checkPassword(password: string, chooser: Chooser): Promise<boolean> {
  const weakness = await weaknessOf(password, chooser);
  if (weakness) {
    throw new AuthError('weak_password', { text: weakness.message, reasons: weakness.reasons });
  }
  return password.length < ADMIN_PASSWORD_MIN;
}
