import { createHmac, createSecretKey } from 'node:crypto';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import { hashOfToken } from './secret-tokens.ts';

interface RefreshToken {
  readonly hash: Buffer;
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

export async function addRefreshToken(
  db: Queryable,
  { hash, sessionId, createdAt }: Omit<RefreshToken, 'usedAt'>,
): Promise<void> {
  await db.query({
    name: 'accounts-refresh-token-add',
    text: 'insert into accounts.refresh_tokens (hash, session_id, created_at) values ($1, $2, $3)',
    values: [hash, sessionId, createdAt],
  });
}

export async function refreshTokenByHash(db: Queryable, hash: Buffer): Promise<RefreshToken | undefined> {
  const { rows } = await db.query<RefreshToken>({
    name: 'accounts-refresh-token',
    text: `select hash, session_id as "sessionId", created_at as "createdAt", used_at as "usedAt"
      from accounts.refresh_tokens where hash = $1`,
    values: [hash],
  });
  return rows[0];
}

/** The session that a token was made for, and whose it is. */
export async function sessionOfToken(db: Queryable, token: string) {
  const { rows } = await db.query<{ readonly id: string; readonly user: string }>({
    name: 'accounts-refresh-token-session',
    text: `select s.id, s.user_id as user from accounts.refresh_tokens t
      join accounts.sessions s on s.id = t.session_id where t.hash = $1`,
    values: [hashOfToken(token)],
  });
  return rows[0];
}

/** Keeps the time of the first use. */
export async function spendRefreshToken(db: Queryable, hash: Buffer, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-refresh-token-use',
    text: 'update accounts.refresh_tokens set used_at = $2 where hash = $1 and used_at is null',
    values: [hash, now],
  });
}

/** Marks every token of a session as used, because a new one replaces them. */
export async function spendRefreshTokensOf(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-refresh-tokens-use',
    text: 'update accounts.refresh_tokens set used_at = $2 where session_id = $1 and used_at is null',
    values: [sessionId, now],
  });
}

/** The token that replaces another one: the same for everybody who holds that one, and unknown to everybody else. */
export type NextToken = (token: string) => string;

export function createNextToken(key: Buffer): NextToken {
  const secret = createSecretKey(key);
  return (token) => createHmac('sha256', secret).update(token).digest('base64url');
}

/**
 * Follows the line of tokens from a used one to the one that is still unused, which another tab may have been given before.
 *
 * @returns undefined when the line ends in a used token: a second factor was shown, and the session has a new line
 */
export async function endOfLine(
  db: Queryable,
  nextToken: NextToken,
  used: string,
): Promise<string | undefined> {
  const next = nextToken(used);
  const known = await refreshTokenByHash(db, hashOfToken(next));
  if (!known) return undefined;
  return known.usedAt === null ? next : endOfLine(db, nextToken, next);
}
