import type { Queryable } from './queryable.ts';

/** A factor that codes are checked for. */
export interface CodeFactor {
  readonly id: string;
  readonly type: 'totp' | 'phone';
  readonly status: 'unverified' | 'verified';
  readonly friendlyName: string;
  /** Of a TOTP factor, sealed. */
  readonly secret: Buffer | null;
  /** The last time step that a code was taken for. */
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

/** A user's factors, oldest first. */
export async function codeFactorsOf(db: Queryable, userId: string): Promise<CodeFactor[]> {
  const { rows } = await db.query<CodeFactor>({
    name: 'accounts-code-factors-of',
    text: `select ${COLUMNS} from accounts.factors where user_id = $1 order by created_at, id`,
    values: [userId],
  });
  return rows;
}

/** Adds a factor that has yet to be verified. */
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

/** @param step of the code, for a TOTP factor */
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
