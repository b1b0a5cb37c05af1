import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import { deriveKey } from '../../../adapters/secrets/derived-keys.ts';
import { hashOfToken } from '../sessions/secret-tokens.ts';
import type { StoredPassword } from '../users/passwords.ts';

/** The purposes of links. */
export const ONE_TIME_TOKEN_KINDS = ['confirmation', 'recovery', 'invitation', 'email_change'] as const;
export type OneTimeTokenKind = (typeof ONE_TIME_TOKEN_KINDS)[number];

/** Links that sign their reader in. */
export type SignInLink = Exclude<OneTimeTokenKind, 'email_change'>;

/** The name that somebody enters when they sign up. */
interface SignUpNames {
  readonly firstName: string;
  readonly lastName: string;
}

/** The token of a link that works once. */
export interface OneTimeToken {
  readonly id: string;
  readonly userId: string;
  readonly kind: OneTimeTokenKind;
  /** For an e-mail change, the new address, which the link confirms; null otherwise. */
  readonly email: string | null;
  /** For an e-mail change, the address before it; null otherwise. */
  readonly formerEmail: string | null;
  /** PKCE challenge of the client that asked for the link; null if it sent none. */
  readonly codeChallenge: string | null;
  /** For a sign-up, the chosen password, until the link is opened; null otherwise. */
  readonly password: StoredPassword | null;
  /** For a sign-up, the name that was entered, until the link is opened; null otherwise. */
  readonly names: SignUpNames | null;
  readonly redirectTo: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

const COLUMNS = `id, user_id as "userId", kind, email, former_email as "formerEmail", code_challenge as "codeChallenge",
  case when password_hash is not null then jsonb_build_object('hash', password_hash, 'isWeak', weak_password) end as password,
  case when first_name is not null then jsonb_build_object('firstName', first_name, 'lastName', last_name) end as names,
  redirect_to as "redirectTo", created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt"`;

export async function addOneTimeToken(
  db: Queryable,
  token: Omit<OneTimeToken, 'usedAt'> & { readonly hash: Buffer },
): Promise<void> {
  await db.query({
    name: 'accounts-one-time-token-add',
    text: `insert into accounts.one_time_tokens
      (id, hash, user_id, kind, email, code_challenge, redirect_to, created_at, expires_at, password_hash, weak_password,
        former_email, first_name, last_name)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
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
      token.names?.firstName ?? null,
      token.names?.lastName ?? null,
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

/** Marks a token as used, in the transaction that does what the link is for. Undefined if the token is unknown, used or too old. */
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

/** Finds a token by its hash, whether it was used or not. */
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

/** Makes all links of these kinds invalid that a user has, and removes the passwords and names entered with them. */
export async function voidOneTimeTokens(
  db: Queryable,
  userId: string,
  kinds: readonly OneTimeTokenKind[],
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-one-time-tokens-void',
    text: `update accounts.one_time_tokens set used_at = coalesce(used_at, $3), password_hash = null, first_name = null,
        last_name = null
      where user_id = $1 and kind = any($2) and (used_at is null or password_hash is not null)`,
    values: [userId, kinds, now],
  });
}

/** The address that a user wants to change to, while its link can be opened. */
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

/** How long a link works. */
export const LINK_MS = 3_600_000;

/** The data of a new link. */
interface NewLink extends Pick<OneTimeToken, 'userId' | 'kind' | 'redirectTo'> {
  readonly email?: string;
  readonly formerEmail?: string;
  readonly codeChallenge?: string | null | undefined;
  readonly password?: StoredPassword;
  readonly names?: SignUpNames;
  /** How long the link works, in milliseconds; `LINK_MS` when left out. */
  readonly livesMs?: number;
}

export type OneTimeTokens = ReturnType<typeof createOneTimeTokens>;

/**
 * Makes the tokens of links. A token is an HMAC of its id, so that a job needs only the id. Tables contain only the token's hash, so
 * that nobody who reads them can use a link.
 */
export function createOneTimeTokens(secretKey: string, now: () => Date) {
  const secret = createSecretKey(deriveKey(secretKey, 'account-token/v1'));
  const tokenOf = (id: string): string => createHmac('sha256', secret).update(id).digest('base64url');
  return {
    tokenOf,
    /** @returns the token's id, for the mail */
    async issue(db: Queryable, link: NewLink): Promise<string> {
      const { userId, kind, redirectTo, email, formerEmail, codeChallenge, password, names } = link;
      const id = randomUUID();
      const createdAt = now();
      await addOneTimeToken(db, {
        id,
        hash: hashOfToken(tokenOf(id)),
        userId,
        kind,
        email: email ?? null,
        formerEmail: formerEmail ?? null,
        codeChallenge: codeChallenge ?? null,
        password: password ?? null,
        names: names ?? null,
        redirectTo,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + (link.livesMs ?? LINK_MS)),
      });
      return id;
    },
  };
}

/** The auth client's name for each kind of link. */
const TYPE_OF = {
  confirmation: 'signup',
  recovery: 'recovery',
  invitation: 'invite',
  email_change: 'email_change',
} as const satisfies Record<OneTimeTokenKind, string>;

/**
 * The URL of a link. Mail filters open links, too. So a link for a new password or a new address leads to a page of the site, which
 * uses the token only when its reader agrees. In such a URL the token is in the fragment, which browsers don't send to any server.
 *
 * @param link.email the e-mail address to sign in with; the page of an invitation shows it, or asks for one if it is left out
 */
export function linkTo(
  publicUrl: string,
  link: {
    readonly kind: OneTimeTokenKind;
    readonly redirectTo: string;
    readonly email?: string | null | undefined;
  },
  token: string,
): string {
  const { kind, redirectTo, email } = link;
  const type = TYPE_OF[kind];
  if (kind === 'confirmation') {
    return `${publicUrl}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`;
  }
  const shown = kind === 'invitation' && email ? { email } : {};
  return `${publicUrl}/auth#${new URLSearchParams({ type, token_hash: token, ...shown })}`;
}
