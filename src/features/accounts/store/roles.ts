import type { Queryable } from './queryable.ts';

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

/** May be repeated. */
export async function revokeAdmin(db: Queryable, userId: string): Promise<void> {
  await db.query({
    name: 'accounts-revoke-admin',
    text: "delete from accounts.user_roles where user_id = $1 and role = 'admin'",
    values: [userId],
  });
}
