import type { Queryable } from './queryable.ts';

/** A password as it is stored. */
export interface StoredPassword {
  readonly hash: string;
  /** Too weak for an administrator. */
  readonly isWeak: boolean;
}

/** Gives a user the password that they have just chosen. */
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

/** Where the link of a sign-up was opened, and for which browser. */
interface OpenedSignUp {
  /** The one that was chosen with it; without one, the user keeps theirs. */
  readonly password: StoredPassword | null;
  /** Keyed hash of the network address. */
  readonly from: string;
  /** PKCE challenge of the browser that signed up. */
  readonly codeChallenge: string | null;
}

/** Gives a user a password that was chosen before their address was confirmed: it may be a stranger's. */
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
  /** PKCE challenge of a browser that has opened the link; it counts if the same one chose the password. */
  | { readonly codeChallenge: string; readonly hash?: undefined }
  /** Of the password that was used where the link was opened. */
  | { readonly hash: string | null; readonly codeChallenge?: undefined };

/** Records that the password is its user's own, unless it has just been replaced by another. */
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

/** Records what a sign-in has shown of a password, whose hash doesn't tell. */
export async function rateWeakPassword(db: Queryable, userId: string, isWeak: boolean): Promise<void> {
  await db.query({
    name: 'accounts-password-rate',
    text: 'update accounts.users set weak_password = $2 where id = $1 and weak_password <> $2',
    values: [userId, isWeak],
  });
}

/** Takes the password away: whoever chose it has not proven that the address is theirs. */
export async function dropPassword(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-password-drop',
    text: `update accounts.users set password_hash = null, weak_password = false, password_from = null,
      password_challenge = null, updated_at = $2 where id = $1`,
    values: [userId, now],
  });
}
