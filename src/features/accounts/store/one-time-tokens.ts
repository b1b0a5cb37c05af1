import type { StoredPassword } from './passwords.ts';
import type { Queryable } from './queryable.ts';

/** What links of mails do. */
export const ONE_TIME_TOKEN_KINDS = ['confirmation', 'recovery', 'invitation', 'email_change'] as const;
export type OneTimeTokenKind = (typeof ONE_TIME_TOKEN_KINDS)[number];

/** Links that sign their reader in. */
export type SignInLink = Exclude<OneTimeTokenKind, 'email_change'>;

/** A link that works once. */
export interface OneTimeToken {
  readonly id: string;
  readonly userId: string;
  readonly kind: OneTimeTokenKind;
  /** Of an e-mail change: the address to confirm. */
  readonly email: string | null;
  /** Of an e-mail change: the address that it takes the place of. */
  readonly formerEmail: string | null;
  /** Of a client that waits for the link with PKCE. */
  readonly codeChallenge: string | null;
  /** Of a sign-up, until a link is opened: the password that was chosen with it. */
  readonly password: StoredPassword | null;
  readonly redirectTo: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

const COLUMNS = `id, user_id as "userId", kind, email, former_email as "formerEmail", code_challenge as "codeChallenge",
  case when password_hash is not null then jsonb_build_object('hash', password_hash, 'isWeak', weak_password) end as password,
  redirect_to as "redirectTo", created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt"`;

export async function addOneTimeToken(
  db: Queryable,
  token: Omit<OneTimeToken, 'usedAt'> & { readonly hash: Buffer },
): Promise<void> {
  await db.query({
    name: 'accounts-one-time-token-add',
    text: `insert into accounts.one_time_tokens
      (id, hash, user_id, kind, email, code_challenge, redirect_to, created_at, expires_at, password_hash, weak_password,
        former_email)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      token.id,
      token.hash,
      token.userId,
      token.kind,
      token.email,
      token.codeChallenge,
      token.redirectTo,
      token.createdAt,
      token.expiresAt,
      token.password?.hash ?? null,
      token.password?.isWeak ?? false,
      token.formerEmail,
    ],
  });
}

export async function oneTimeTokenById(db: Queryable, id: string): Promise<OneTimeToken | undefined> {
  const { rows } = await db.query<OneTimeToken>({
    name: 'accounts-one-time-token-by-id',
    text: `select ${COLUMNS} from accounts.one_time_tokens where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Uses a token up, in the transaction of its effect; undefined when it is unknown, used already or too old. */
export async function spendOneTimeToken(
  db: Queryable,
  hash: Buffer,
  kind: OneTimeTokenKind,
  now: Date,
): Promise<OneTimeToken | undefined> {
  const { rows } = await db.query<OneTimeToken>({
    name: 'accounts-one-time-token-spend',
    text: `update accounts.one_time_tokens set used_at = $3
      where hash = $1 and kind = $2 and used_at is null and expires_at > $3 returning ${COLUMNS}`,
    values: [hash, kind, now],
  });
  return rows[0];
}

/** By what its link has, used or not. */
export async function oneTimeTokenByHash(
  db: Queryable,
  hash: Buffer,
  kind: OneTimeTokenKind,
): Promise<OneTimeToken | undefined> {
  const { rows } = await db.query<OneTimeToken>({
    name: 'accounts-one-time-token-by-hash',
    text: `select ${COLUMNS} from accounts.one_time_tokens where hash = $1 and kind = $2`,
    values: [hash, kind],
  });
  return rows[0];
}

/** Uses up all that a user has of these kinds, so that no link of before does anything, and forgets their passwords. */
export async function voidOneTimeTokens(
  db: Queryable,
  userId: string,
  kinds: readonly OneTimeTokenKind[],
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-one-time-tokens-void',
    text: `update accounts.one_time_tokens set used_at = coalesce(used_at, $3), password_hash = null
      where user_id = $1 and kind = any($2) and (used_at is null or password_hash is not null)`,
    values: [userId, kinds, now],
  });
}

/** The address that a user has asked to change to, while its link can be opened. */
export async function pendingEmailChange(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ email: string }>({
    name: 'accounts-pending-email-change',
    text: `select email from accounts.one_time_tokens
      where user_id = $1 and kind = 'email_change' and used_at is null and expires_at > $2
      order by created_at desc limit 1`,
    values: [userId, now],
  });
  return rows[0]?.email;
}
