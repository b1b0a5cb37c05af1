import type { Queryable } from './queryable.ts';

/** Whether a device has signed in to the account of this address before. */
export async function isKnownDevice(db: Queryable, hash: Buffer, email: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'accounts-device-known',
    text: `select from accounts.devices join accounts.users on users.id = devices.user_id
      where devices.hash = $1 and lower(users.email) = lower($2)`,
    values: [hash, email],
  });
  return rows.length > 0;
}

/** Of one user, so that nobody fills the table by signing in. */
const MOST_DEVICES = 20;
/** A device that was not used for so long makes room for another. */
const IDLE = '60 days';

/** Where a user has as many as are remembered, a new one stays a stranger: whoever knows the password can't drive the owner's out. */
export async function rememberDevice(db: Queryable, hash: Buffer, userId: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-devices-make-room',
    text: `delete from accounts.devices where user_id = $1 and hash <> $2 and hash in (
        select hash from accounts.devices where user_id = $1 order by last_used_at desc offset ${MOST_DEVICES - 1})
      and last_used_at < $3::timestamptz - interval '${IDLE}'`,
    values: [userId, hash, now],
  });
  await db.query({
    name: 'accounts-device-remember',
    text: `insert into accounts.devices (hash, user_id, created_at, last_used_at)
      select $1, $2, $3, $3 where exists (select from accounts.devices where user_id = $2 and hash = $1)
        or (select count(*) from accounts.devices where user_id = $2) < ${MOST_DEVICES}
      on conflict (hash, user_id) do update set last_used_at = excluded.last_used_at`,
    values: [hash, userId, now],
  });
}

/** Whether a second factor of the user was shown on a device before. */
export async function hasShownSecondFactor(db: Queryable, hash: Buffer, userId: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'accounts-device-second-factor',
    text: `select from accounts.devices where user_id = $1 and hash = $2 and second_factor_at is not null`,
    values: [userId, hash],
  });
  return rows.length > 0;
}

export async function recordSecondFactor(
  db: Queryable,
  hash: Buffer,
  userId: string,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-device-second-factor-record',
    text: 'update accounts.devices set second_factor_at = $3 where user_id = $1 and hash = $2',
    values: [userId, hash, now],
  });
}
