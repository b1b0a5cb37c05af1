import type { Queryable } from './queryable.ts';

/** What an authenticator is asked to sign. */
interface PasskeyChallenge {
  readonly id: string;
  /** Whose registration it is; null for a sign-in. */
  readonly userId: string | null;
  /** In base64url. */
  readonly challenge: string;
  readonly expiresAt: Date;
}

export async function addPasskeyChallenge(
  db: Queryable,
  { id, userId, challenge, expiresAt }: PasskeyChallenge,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-passkey-challenge-add',
    text: `insert into accounts.passkey_challenges (id, user_id, challenge, created_at, expires_at)
      values ($1, $2, $3, $4, $5)`,
    values: [id, userId, challenge, now, expiresAt],
  });
}

/** Uses a challenge up, whatever comes of it. @returns undefined when it is over, used, or another's */
export async function takePasskeyChallenge(
  db: Queryable,
  { id, userId }: Pick<PasskeyChallenge, 'id' | 'userId'>,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ challenge: string }>({
    name: 'accounts-passkey-challenge-take',
    text: `update accounts.passkey_challenges set used_at = $3
      where id = $1 and user_id is not distinct from $2::uuid and used_at is null and expires_at > $3
      returning challenge`,
    values: [id, userId, now],
  });
  return rows[0]?.challenge;
}
