import { ADVISORY_LOCKS } from '../../../adapters/postgres/advisory-locks.ts';
import { ONE_TIME_TOKEN_KINDS, voidOneTimeTokens } from './one-time-tokens.ts';
import { dropPassword } from './passwords.ts';
import type { Queryable } from './queryable.ts';

/** Somebody with the admin role, as a list of them says. */
export interface Admin {
  readonly id: string;
  readonly email: string;
  readonly grantedAt: Date;
  readonly lastSignInAt: Date | null;
  /** Has a password of their own, a passkey or an account of another provider. */
  readonly canSignIn: boolean;
  readonly factors: number;
}

export async function listAdmins(db: Queryable): Promise<readonly Admin[]> {
  const { rows } = await db.query<Admin>({
    name: 'accounts-admins',
    text: `select id, email, granted_at as "grantedAt", last_sign_in_at as "lastSignInAt",
        (password_hash is not null and password_from is null and email_confirmed_at is not null)
          or exists (select from accounts.passkeys where user_id = id)
          or exists (select from accounts.identities where user_id = id) as "canSignIn",
        (select count(*)::int from accounts.factors f where f.user_id = u.id and status = 'verified')
          + (select count(*)::int from accounts.passkeys p where p.user_id = u.id) as factors
      from accounts.users u join accounts.user_roles r on r.user_id = u.id and role = 'admin' order by email`,
  });
  return rows;
}

/** Whether somebody has the role, and nothing yet to sign in with. */
export const isInvitedAdmin = async (db: Queryable, userId: string): Promise<boolean> =>
  (await listAdmins(db)).some(({ id, canSignIn }) => id === userId && !canSignIn);

const FACTORS = ['factors', 'passkeys', 'recovery_codes'] as const;

/** Takes every second factor of a user away, passkeys among them. */
export async function dropFactors(db: Queryable, userId: string): Promise<void> {
  for (const table of FACTORS) {
    await db.query({
      name: `accounts-drop-${table}`,
      text: `delete from accounts.${table} where user_id = $1`,
      values: [userId],
    });
  }
}

/** Takes away all that a user signs in with, so that whoever chose it is nobody here any more. */
export async function dropSignIn(db: Queryable, userId: string, now: Date): Promise<void> {
  await dropFactors(db, userId);
  await db.query({
    name: 'accounts-drop-identities',
    text: 'delete from accounts.identities where user_id = $1',
    values: [userId],
  });
  await dropPassword(db, userId, now);
  await voidOneTimeTokens(db, userId, ONE_TIME_TOKEN_KINDS, now);
  await endSessionsOf(db, userId, now);
}

export async function endSessionsOf(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-end-sessions-of',
    text: 'update accounts.sessions set ended_at = $2 where user_id = $1 and ended_at is null',
    values: [userId, now],
  });
}

/** Only one transaction at a time changes who the admins are. */
export async function lockAdmins(db: Queryable): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.admins]);
}
