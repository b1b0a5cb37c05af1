import type { Queryable } from './queryable.ts';

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

/** Keeps the instant of the first use. */
export async function spendRefreshToken(db: Queryable, hash: Buffer, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-refresh-token-use',
    text: 'update accounts.refresh_tokens set used_at = $2 where hash = $1 and used_at is null',
    values: [hash, now],
  });
}

/** Counts every token of a session as used, since a new one takes their place. */
export async function spendRefreshTokensOf(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-refresh-tokens-use',
    text: 'update accounts.refresh_tokens set used_at = $2 where session_id = $1 and used_at is null',
    values: [sessionId, now],
  });
}
