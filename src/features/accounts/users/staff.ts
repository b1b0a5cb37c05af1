import { ADVISORY_LOCKS } from '../../../adapters/postgres/advisory-locks.ts';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import type { Role } from '../../../contracts/accounts/roles.ts';

/** A person's role; for a stylist also which one of the team they are. */
export interface StaffRole {
  readonly role: Role;
  readonly stylistId: string | null;
}

export const OWNER: StaffRole = { role: 'owner', stylistId: null };

/** The stored word for an owner. Processes of earlier releases let in nobody else. */
const STORED_OWNER = 'admin';
/** The role of the row `user_roles` that a query calls `r`. */
export const ROLE_COLUMNS = `case r.role when '${STORED_OWNER}' then 'owner' else r.role end as role, r.stylist_id as "stylistId"`;

/** Somebody who works in the salon. */
export interface StaffMember extends StaffRole {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly grantedAt: Date;
  readonly lastSignInAt: Date | null;
  /** Whether they have a password of their own, a passkey or an account of another provider. */
  readonly canSignIn: boolean;
  readonly factors: number;
  /** Time until which the link of an invitation works that hasn't been used; null for none. It may be over. */
  readonly linkEndsAt: Date | null;
}

/** SQL: whether a user can sign in without a password. */
export const signsInWithoutPassword = (userId: string): string => `(
  exists (select from accounts.passkeys p where p.user_id = ${userId})
  or exists (select from accounts.identities i where i.user_id = ${userId}))`;

/** SQL: whether the user `u` can sign in. */
const CAN_SIGN_IN = `(u.password_hash is not null and u.password_from is null and u.email_confirmed_at is not null)
  or ${signsInWithoutPassword('u.id')}`;

export async function listStaff(db: Queryable): Promise<readonly StaffMember[]> {
  const { rows } = await db.query<StaffMember>({
    name: 'accounts-staff',
    text: `select id, email, trim(first_name || ' ' || last_name) as name, ${ROLE_COLUMNS},
        granted_at as "grantedAt", last_sign_in_at as "lastSignInAt",
        ${CAN_SIGN_IN} as "canSignIn",
        (select count(*)::int from accounts.factors f where f.user_id = u.id and status = 'verified')
          + (select count(*)::int from accounts.passkeys p where p.user_id = u.id) as factors,
        (select max(expires_at) from accounts.one_time_tokens t
          where t.user_id = u.id and kind = 'invitation' and used_at is null) as "linkEndsAt"
      from accounts.users u join accounts.user_roles r on r.user_id = u.id order by email`,
  });
  return rows;
}

export const listOwners = async (db: Queryable): Promise<readonly StaffMember[]> =>
  (await listStaff(db)).filter(({ role }) => role === 'owner');

/** Whether somebody, with a role or without one, has means to sign in. */
export async function canSignIn(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-can-sign-in',
    text: `select from accounts.users u where u.id = $1 and (${CAN_SIGN_IN})`,
    values: [userId],
  });
  return rowCount === 1;
}

/** Whether somebody has a role but no means to sign in yet. */
export const isInvited = async (db: Queryable, userId: string): Promise<boolean> =>
  (await isStaff(db, userId)) && !(await canSignIn(db, userId));

/** Makes sure that only one transaction at a time changes who works in the salon. */
export async function lockAdmins(db: Queryable): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.admins]);
}

/** The role that somebody has; undefined for anybody who doesn't work in the salon. */
export async function roleOf(db: Queryable, userId: string): Promise<StaffRole | undefined> {
  const { rows } = await db.query<StaffRole>({
    name: 'accounts-role',
    text: `select ${ROLE_COLUMNS} from accounts.user_roles r where user_id = $1`,
    values: [userId],
  });
  return rows[0];
}

/** Whether somebody has a role, and so needs a password that is strong enough for one. */
export const isStaff = async (db: Queryable, userId: string): Promise<boolean> =>
  (await roleOf(db, userId)) !== undefined;

/** Gives somebody a role in the place of the one that they have. May be repeated. */
export async function grantRole(
  db: Queryable,
  userId: string,
  now: Date,
  { role, stylistId }: StaffRole = OWNER,
): Promise<void> {
  await db.query({
    name: 'accounts-grant-role',
    text: `insert into accounts.user_roles (user_id, role, stylist_id, granted_at) values ($1, $2, $3, $4)
      on conflict (user_id) do update set role = excluded.role, stylist_id = excluded.stylist_id,
        granted_at = excluded.granted_at
      where (user_roles.role, user_roles.stylist_id) is distinct from (excluded.role, excluded.stylist_id)`,
    values: [userId, role === 'owner' ? STORED_OWNER : role, stylistId, now],
  });
}

/** The connections that ended with somebody's role. */
export interface EndedAccess {
  readonly apiKeys: number;
  /** How many webhooks are paused now because of it. */
  readonly webhooks: number;
  readonly calendarAddress: boolean;
}

const NOTHING_ENDED: EndedAccess = { apiKeys: 0, webhooks: 0, calendarAddress: false };

/**
 * Ends what works without a sign-in and is an owner's: API keys and the calendar address. Webhooks are paused, since others may need them.
 * It comes with the loss of the owner's role. May be repeated.
 */
async function endAccess(db: Queryable, userId: string): Promise<EndedAccess> {
  const { rows } = await db.query<EndedAccess>({
    name: 'accounts-end-access',
    text: `with ended as (delete from accounts.calendar_addresses where user_id = $1 returning 1),
        revoked as (update accounts.api_keys set key_hash = null where user_id = $1 and key_hash is not null returning 1),
        paused as (
          update webhooks set paused_at = coalesce(paused_at, now()), paused_why = 'maker-revoked', version = version + 1,
            failed_tries = 0, failing_since = null, next_try_at = null, held_by = null
          where made_by = $1 and paused_why is distinct from 'maker-revoked' returning 1)
      select (select count(*)::int from revoked) as "apiKeys", (select count(*)::int from paused) as webhooks,
        exists (select from ended) as "calendarAddress"`,
    values: [userId],
  });
  const [ended] = rows;
  if (!ended) throw new Error('a statement without a result');
  return ended;
}

/** Takes somebody's role away, with what works without a sign-in. May be repeated. */
export async function revokeRole(db: Queryable, userId: string): Promise<EndedAccess> {
  await db.query({
    name: 'accounts-revoke-role',
    text: 'delete from accounts.user_roles where user_id = $1',
    values: [userId],
  });
  return endAccess(db, userId);
}

/** Somebody would take the role away from the last owner who can sign in. */
export class LastOwner extends Error {}

/** Ends somebody's calendar address. @returns whether there was one */
export async function endCalendarAddress(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-calendar-address-remove',
    text: 'delete from accounts.calendar_addresses where user_id = $1',
    values: [userId],
  });
  return rowCount === 1;
}

/**
 * Gives somebody a role or, with null, takes theirs away. Keys and the calendar address of an owner who becomes something else end. So
 * does the calendar address of anybody who becomes a stylist or another one, so that it never opens again.
 * Call it in a transaction that holds `lockAdmins`.
 *
 * @param force true to take away even the last owner's role
 * @returns what ended; undefined if they had this role, or none, before
 * @throws LastOwner
 */
export async function changeRole(
  db: Queryable,
  userId: string,
  to: StaffRole | null,
  { now, force = false }: { readonly now: Date; readonly force?: boolean },
): Promise<EndedAccess | undefined> {
  const from = await roleOf(db, userId);
  if (from?.role === to?.role && from?.stylistId === to?.stylistId) return undefined;
  if (from?.role === 'owner' && !force) {
    const others = (await listOwners(db)).filter(({ id, canSignIn }) => id !== userId && canSignIn);
    if (others.length === 0) throw new LastOwner(userId);
  }
  if (to === null) return revokeRole(db, userId);
  await grantRole(db, userId, now, to);
  if (from?.role === 'owner') return endAccess(db, userId);
  return to.role === 'stylist'
    ? { ...NOTHING_ENDED, calendarAddress: await endCalendarAddress(db, userId) }
    : NOTHING_ENDED;
}
