import type { Queryable } from './queryable.ts';

/** A question for a code of one factor. */
export interface Challenge {
  readonly id: string;
  readonly factorId: string;
  /** Keyed hash of the code sent to a phone; null for an authenticator app. */
  readonly codeHash: Buffer | null;
  readonly expiresAt: Date;
  readonly verifiedAt: Date | null;
}

export async function addChallenge(
  db: Queryable,
  { id, factorId, codeHash, expiresAt }: Omit<Challenge, 'verifiedAt'>,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-challenge-add',
    text: `insert into accounts.challenges (id, factor_id, code_hash, created_at, expires_at)
      values ($1, $2, $3, $4, $5)`,
    values: [id, factorId, codeHash, now, expiresAt],
  });
}

/** The challenge, if it is one of this factor. */
export async function challengeOf(
  db: Queryable,
  factorId: string,
  id: string,
): Promise<Challenge | undefined> {
  const { rows } = await db.query<Challenge>({
    name: 'accounts-challenge-of',
    text: `select id, factor_id as "factorId", code_hash as "codeHash", expires_at as "expiresAt",
        verified_at as "verifiedAt"
      from accounts.challenges where factor_id = $1 and id = $2`,
    values: [factorId, id],
  });
  return rows[0];
}

/** Uses a challenge up. */
export async function spendChallenge(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-challenge-use',
    text: 'update accounts.challenges set verified_at = $2 where id = $1',
    values: [id, now],
  });
}

/** Ends a user's challenges of every factor with this number: one code at a time is valid for it. */
export async function endChallengesOfPhone(
  db: Queryable,
  { phone, userId }: { readonly phone: string; readonly userId: string },
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-challenges-of-phone-end',
    text: `update accounts.challenges set expires_at = $2
      where expires_at > $2 and verified_at is null
        and factor_id in (select id from accounts.factors where phone = $1 and user_id = $3)`,
    values: [phone, now, userId],
  });
}

export async function removeChallenge(db: Queryable, id: string): Promise<void> {
  await db.query({
    name: 'accounts-challenge-remove',
    text: 'delete from accounts.challenges where id = $1',
    values: [id],
  });
}
