import { hasSecondFactor } from './factors.ts';
import type { Queryable } from './queryable.ts';
import type { Aal } from './sessions.ts';

/** What the user of a living session may do. */
export interface Access {
  readonly userId: string;
  readonly email: string;
  readonly isAdmin: boolean;
  /** Of the session, which an older token may not know yet. */
  readonly aal: Aal;
  /** There is a second factor, so that one isn't enough. */
  readonly needs: Aal;
  /** The password is too weak for an administrator. */
  readonly hasWeakPassword: boolean;
}

/** Undefined when the session has ended, or there is none. */
export async function accessOf(db: Queryable, sessionId: string): Promise<Access | undefined> {
  const { rows } = await db.query<Access>({
    name: 'accounts-access',
    text: `select users.id as "userId", users.email,
        exists (select from accounts.user_roles where user_id = users.id and role = 'admin') as "isAdmin",
        sessions.aal, case when ${hasSecondFactor('users.id')} then 'aal2' else 'aal1' end as needs,
        users.password_hash is not null and users.weak_password as "hasWeakPassword"
      from accounts.sessions join accounts.users on users.id = sessions.user_id
      where sessions.id = $1 and sessions.ended_at is null`,
    values: [sessionId],
  });
  return rows[0];
}
