import { ADVISORY_LOCKS } from '../../../adapters/postgres/advisory-locks.ts';
import type { Queryable } from '../../../adapters/postgres/pool.ts';

/** Somebody with the admin role. */
export interface Admin {
  readonly id: string;
  readonly email: string;
  readonly grantedAt: Date;
  readonly lastSignInAt: Date | null;
  /** Whether they have a password of their own, a passkey or an account of another provider. */
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

/** Whether somebody has the role but no means to sign in yet. */
export const isInvitedAdmin = async (db: Queryable, userId: string): Promise<boolean> =>
  (await listAdmins(db)).some(({ id, canSignIn }) => id === userId && !canSignIn);

/** Makes sure that only one transaction at a time changes who the admins are. */
export async function lockAdmins(db: Queryable): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.admins]);
}

export async function isAdmin(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'accounts-is-admin',
    text: "select from accounts.user_roles where user_id = $1 and role = 'admin'",
    values: [userId],
  });
  return rows.length > 0;
}

/** May be repeated. */
export async function grantAdmin(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-grant-admin',
    text: `insert into accounts.user_roles (user_id, role, granted_at) values ($1, 'admin', $2)
      on conflict do nothing`,
    values: [userId, now],
  });
}

/** The connections that ended with somebody's role. */
export interface EndedAccess {
  readonly apiKeys: number;
  /** How many webhooks are paused now because of it. */
  readonly webhooks: number;
  readonly calendarAddress: boolean;
}

/**
 * Takes the role away, and with it what works without a sign-in: API keys and the calendar address end. Webhooks are paused, since
 * others may need them. May be repeated.
 */
export async function revokeAdmin(db: Queryable, userId: string): Promise<EndedAccess> {
  const { rows } = await db.query<EndedAccess>({
    name: 'accounts-revoke-admin',
    text: `with ended as (delete from accounts.calendar_addresses where user_id = $1 returning 1),
        revoked as (update accounts.api_keys set key_hash = null where user_id = $1 and key_hash is not null returning 1),
        paused as (
          update webhooks set paused_at = coalesce(paused_at, now()), paused_why = 'maker-revoked', version = version + 1,
            failed_tries = 0, failing_since = null, next_try_at = null, held_by = null
          where made_by = $1 and paused_why is distinct from 'maker-revoked' returning 1),
        gone as (delete from accounts.user_roles where user_id = $1 and role = 'admin')
      select (select count(*)::int from revoked) as "apiKeys", (select count(*)::int from paused) as webhooks,
        exists (select from ended) as "calendarAddress"`,
    values: [userId],
  });
  const [ended] = rows;
  if (!ended) throw new Error('a statement without a result');
  return ended;
}
