import type { Queryable } from './queryable.ts';

const DAY = '1 day';

/** What is swept, and when; each statement takes one instant. Looking up why a link doesn't work takes a day. */
const SWEEPS: readonly (readonly [table: string, isOver: string])[] = [
  ['one_time_tokens', `expires_at < $1::timestamptz - interval '${DAY}'`],
  ['flow_states', `expires_at < $1::timestamptz - interval '${DAY}'`],
  ['challenges', `expires_at < $1::timestamptz - interval '${DAY}'`],
  // Anybody may ask for one.
  ['passkey_challenges', 'expires_at < $1'],
  // Somebody began to add it and never entered a code.
  ['factors', `status = 'unverified' and created_at < $1::timestamptz - interval '1 hour'`],
  // Refresh tokens go with their session: until then one that is used again is recognized.
  ['sessions', `ended_at < $1::timestamptz - interval '30 days'`],
  ['sessions', `refreshed_at < $1::timestamptz - interval '60 days'`],
  ['devices', `last_used_at < $1::timestamptz - interval '400 days'`],
  ['sign_in_events', `at < $1::timestamptz - interval '180 days'`],
  // Nobody has ever opened the link: the address may be anybody's.
  [
    'users',
    `email_confirmed_at is null and created_at < $1::timestamptz - interval '7 days'
      and not exists (select from accounts.user_roles where user_id = users.id)
      and not exists (select from accounts.identities where user_id = users.id)
      and not exists (select from accounts.one_time_tokens
        where user_id = users.id and used_at is null and expires_at > $1)`,
  ],
];

/** Rows in one statement, so that none takes long. */
const AT_ONCE = 1_000;

/** Removes what has expired; several processes may do so at once. */
export async function sweepAccounts(db: Queryable, now: Date): Promise<void> {
  for (const [table, isOver] of SWEEPS) {
    for (let swept = AT_ONCE; swept === AT_ONCE; ) {
      const { rowCount } = await db.query(
        `delete from accounts.${table} where ctid = any (array(
          select ctid from accounts.${table} where ${isOver} limit ${AT_ONCE} for update skip locked))`,
        [now],
      );
      swept = rowCount ?? 0;
    }
  }
}
