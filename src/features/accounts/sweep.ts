import type { Queryable } from '../../adapters/postgres/pool.ts';

const DAY = '1 day';

/** Which rows are removed when. `$1` is the present time. Links are kept for a day, so that one can look up why a link doesn't work. */
const SWEEPS: readonly (readonly [table: string, isOver: string])[] = [
  ['one_time_tokens', `expires_at < $1::timestamptz - interval '${DAY}'`],
  ['flow_states', `expires_at < $1::timestamptz - interval '${DAY}'`],
  ['challenges', `expires_at < $1::timestamptz - interval '${DAY}'`],
  // Removed at once, since anybody may ask for such a challenge.
  ['passkey_challenges', 'expires_at < $1'],
  // Factors that somebody began to add without ever entering a code.
  ['factors', `status = 'unverified' and created_at < $1::timestamptz - interval '1 hour'`],
  // Their refresh tokens are removed with them. Until then, the reuse of a token is noticed.
  ['sessions', `ended_at < $1::timestamptz - interval '30 days'`],
  ['sessions', `refreshed_at < $1::timestamptz - interval '60 days'`],
  ['sign_in_events', `at < $1::timestamptz - interval '180 days'`],
  // Users who never confirmed their address, which may be a stranger's.
  [
    'users',
    `email_confirmed_at is null and created_at < $1::timestamptz - interval '7 days'
      and not exists (select from accounts.user_roles where user_id = users.id)
      and not exists (select from accounts.identities where user_id = users.id)
      and not exists (select from accounts.one_time_tokens
        where user_id = users.id and used_at is null and expires_at > $1)`,
  ],
];

/** The most rows in one statement, so that no statement takes long. */
const AT_ONCE = 1_000;

/** Removes what has expired. Several processes may do so at once. */
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
