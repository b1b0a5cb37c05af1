import type { Queryable } from './queryable.ts';

/** Puts new codes in the place of all that the user had. */
export async function replaceRecoveryCodes(
  db: Queryable,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await removeRecoveryCodes(db, userId);
  await db.query({
    name: 'accounts-recovery-codes-add',
    text: 'insert into accounts.recovery_codes (user_id, hash) select $1, hash from unnest($2::bytea[]) hash',
    values: [userId, hashes],
  });
}

/** Uses a code up. @returns false when the user has no such code, or has used it before */
export async function spendRecoveryCode(
  db: Queryable,
  userId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-recovery-code-use',
    text: `update accounts.recovery_codes set used_at = $3
      where user_id = $1 and hash = $2 and used_at is null`,
    values: [userId, hash, now],
  });
  return rowCount === 1;
}

/** How many codes the user could still use. */
export async function recoveryCodesLeft(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>({
    name: 'accounts-recovery-codes-left',
    text: `select count(*)::int as left from accounts.recovery_codes where user_id = $1 and used_at is null`,
    values: [userId],
  });
  return rows[0]?.left ?? 0;
}

export async function removeRecoveryCodes(db: Queryable, userId: string): Promise<void> {
  await db.query({
    name: 'accounts-recovery-codes-remove',
    text: 'delete from accounts.recovery_codes where user_id = $1',
    values: [userId],
  });
}
