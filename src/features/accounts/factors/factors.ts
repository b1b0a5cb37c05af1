import type { Queryable } from '../../../adapters/postgres/pool.ts';

/** A factor that users prove by entering a code: an authenticator app or a phone. */
export interface CodeFactor {
  readonly id: string;
  readonly type: 'totp' | 'phone';
  readonly status: 'unverified' | 'verified';
  readonly friendlyName: string;
  /** The sealed secret of an authenticator app; null for a phone. */
  readonly secret: Buffer | null;
  /** The time step of the last accepted code. */
  readonly lastStep: number | null;
  readonly phone: string | null;
  readonly createdAt: Date;
}

const COLUMNS = `id, factor_type as "type", status, friendly_name as "friendlyName", secret,
  last_step::float8 as "lastStep", phone, created_at as "createdAt"`;

/** A user's factor, locked until the transaction ends. */
export async function lockedFactor(
  db: Queryable,
  userId: string,
  id: string,
): Promise<CodeFactor | undefined> {
  const { rows } = await db.query<CodeFactor>({
    name: 'accounts-factor-lock',
    text: `select ${COLUMNS} from accounts.factors where user_id = $1 and id = $2 for update`,
    values: [userId, id],
  });
  return rows[0];
}

/** A user's authenticator apps and phones, the oldest first. */
export async function codeFactorsOf(db: Queryable, userId: string): Promise<CodeFactor[]> {
  const { rows } = await db.query<CodeFactor>({
    name: 'accounts-code-factors-of',
    text: `select ${COLUMNS} from accounts.factors where user_id = $1 order by created_at, id`,
    values: [userId],
  });
  return rows;
}

/** Adds a factor that isn't verified yet. */
export async function addFactor(
  db: Queryable,
  userId: string,
  factor: Omit<CodeFactor, 'lastStep' | 'status'>,
): Promise<void> {
  await db.query({
    name: 'accounts-factor-add',
    text: `insert into accounts.factors
        (id, user_id, factor_type, status, friendly_name, secret, phone, created_at, updated_at)
      values ($1, $2, $3, 'unverified', $4, $5, $6, $7, $7)`,
    values: [
      factor.id,
      userId,
      factor.type,
      factor.friendlyName,
      factor.secret,
      factor.phone,
      factor.createdAt,
    ],
  });
}

/** @param change.step the time step of the code, for a TOTP factor */
export async function verifyFactor(
  db: Queryable,
  id: string,
  { step, now }: { readonly step: number | null; readonly now: Date },
): Promise<void> {
  await db.query({
    name: 'accounts-factor-verify',
    text: `update accounts.factors set status = 'verified', last_step = coalesce($2, last_step), updated_at = $3
      where id = $1`,
    values: [id, step, now],
  });
}

export async function removeFactor(db: Queryable, id: string): Promise<void> {
  await db.query({
    name: 'accounts-factor-remove',
    text: 'delete from accounts.factors where id = $1',
    values: [id],
  });
}

/** A second factor without its secrets. A passkey is one, too, with the type that the auth client uses for it. */
export interface Factor extends Pick<CodeFactor, 'id' | 'status' | 'friendlyName' | 'phone' | 'createdAt'> {
  readonly factorType: CodeFactor['type'] | 'webauthn';
  readonly updatedAt: Date;
}

/** A user's second factors, oldest first. */
export async function factorsOf(db: Queryable, userId: string): Promise<Factor[]> {
  const { rows } = await db.query<Factor>({
    name: 'accounts-factors-of',
    text: `select id, factor_type as "factorType", status, friendly_name as "friendlyName", phone,
        created_at as "createdAt", updated_at as "updatedAt"
      from accounts.factors where user_id = $1
      union all
      select id, 'webauthn', 'verified', friendly_name, null, created_at, created_at
      from accounts.passkeys where user_id = $1
      order by "createdAt", id`,
    values: [userId],
  });
  return rows;
}

/** SQL of a condition: the user has a second factor, and therefore needs aal2. */
export const hasSecondFactor = (userId: string): string => `(
  exists (select from accounts.factors where user_id = ${userId} and status = 'verified')
  or exists (select from accounts.passkeys where user_id = ${userId}))`;

/** Whether a user has a second factor, so that the first alone isn't enough. */
export async function needsSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ needed: boolean }>({
    name: 'accounts-needs-second-factor',
    text: `select ${hasSecondFactor('$1')} as needed`,
    values: [userId],
  });
  return rows[0]?.needed ?? false;
}

/** Whether a user has a second factor that existed at that time. */
export async function hasFactorOfBefore(db: Queryable, userId: string, at: Date): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>({
    name: 'accounts-has-factor-of-before',
    text: `select exists (
          select from accounts.factors where user_id = $1 and status = 'verified' and created_at <= $2)
        or exists (select from accounts.passkeys where user_id = $1 and created_at <= $2) as known`,
    values: [userId, at],
  });
  return rows[0]?.known ?? false;
}

const FACTORS = ['factors', 'passkeys', 'recovery_codes'] as const;

/** Removes all second factors of a user, including passkeys and recovery codes. */
export async function dropFactors(db: Queryable, userId: string): Promise<void> {
  for (const table of FACTORS) {
    await db.query({
      name: `accounts-drop-${table}`,
      text: `delete from accounts.${table} where user_id = $1`,
      values: [userId],
    });
  }
}
