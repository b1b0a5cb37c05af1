import type { Queryable } from '../../../adapters/postgres/pool.ts';
import { hashOfToken, newToken } from '../sessions/secret-tokens.ts';

/** Makes the token of a user's private calendar address. An earlier one stops working. */
export async function renewCalendarAddress(db: Queryable, userId: string, now: Date): Promise<string> {
  const token = newToken();
  await db.query({
    name: 'accounts-calendar-address-renew',
    text: `insert into accounts.calendar_addresses (user_id, token_hash, created_at) values ($1, $2, $3)
      on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`,
    values: [userId, hashOfToken(token), now],
  });
  return token;
}

/** May be repeated. */
export async function removeCalendarAddress(db: Queryable, userId: string): Promise<void> {
  await db.query({
    name: 'accounts-calendar-address-remove',
    text: 'delete from accounts.calendar_addresses where user_id = $1',
    values: [userId],
  });
}

/** Since when a user has had the present address; null for a user without one. */
export async function calendarAddressSince(db: Queryable, userId: string): Promise<Date | null> {
  const { rows } = await db.query<{ since: Date }>({
    name: 'accounts-calendar-address-since',
    text: 'select created_at as since from accounts.calendar_addresses where user_id = $1',
    values: [userId],
  });
  return rows[0]?.since ?? null;
}

/** Whether a token opens the calendar: it is that of somebody's address who is still an administrator. */
export async function opensCalendar(db: Queryable, token: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'accounts-calendar-address-open',
    text: `select from accounts.calendar_addresses join accounts.user_roles using (user_id)
      where token_hash = $1 and role = 'admin'`,
    values: [hashOfToken(token)],
  });
  return rows.length > 0;
}
