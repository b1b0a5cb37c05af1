import type { Queryable } from './queryable.ts';

/** A second factor, without what it is checked by; a passkey is one too, of the type that the auth client has for it. */
export interface Factor {
  readonly id: string;
  readonly factorType: 'totp' | 'phone' | 'webauthn';
  readonly status: 'unverified' | 'verified';
  readonly friendlyName: string;
  readonly phone: string | null;
  readonly createdAt: Date;
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

/** SQL that is true when the user has a second factor, and so needs aal2 where it counts. */
export const hasSecondFactor = (userId: string): string => `(
  exists (select from accounts.factors where user_id = ${userId} and status = 'verified')
  or exists (select from accounts.passkeys where user_id = ${userId}))`;

/** Whether a user has a second factor, so that one isn't enough. */
export async function needsSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ needed: boolean }>({
    name: 'accounts-needs-second-factor',
    text: `select ${hasSecondFactor('$1')} as needed`,
    values: [userId],
  });
  return rows[0]?.needed ?? false;
}

/** Whether a user has a second factor that was there at that time. */
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
