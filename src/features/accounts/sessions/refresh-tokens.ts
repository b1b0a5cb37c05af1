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

/** Marks a token as used. If it was used before, the time of the first use stays. */
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

/** How long a refresh token may be used again: two tabs of one browser may refresh at the same time, with the same token. */
const REUSE_GRACE_MS = 10_000;
/** The same where nobody has used the next one yet: the answer that it was in may have been lost. */
const LOST_ANSWER_GRACE_MS = 60_000;

/** Whether a used token is used again too late, as by a thief. @param isNextActive whether nobody has used the one that replaced it */
export const isReused = (usedAt: Date, isNextActive: boolean, now: Date): boolean =>
  now.getTime() - usedAt.getTime() > (isNextActive ? LOST_ANSWER_GRACE_MS : REUSE_GRACE_MS);

/** The token that replaces the given one. It follows from the given one, but only this service can derive it. */
export type NextToken = (token: string) => string;

export function createNextToken(key: Buffer): NextToken {
  const secret = createSecretKey(key);
  return (token) => createHmac('sha256', secret).update(token).digest('base64url');
}

/**
 * Each token is replaced by a next one. Follows these from a used token to the one that is still unused, which another tab may
 * already have.
 *
 * @returns undefined if even the last one was used: a second factor was shown, and the session's tokens began anew
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
