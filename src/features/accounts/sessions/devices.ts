import { createHmac, createSecretKey } from 'node:crypto';
import type { Pool } from 'pg';
import type { SourceSalts } from '../../../adapters/postgres/source-salts.ts';
import { hashOfToken, newToken } from './secret-tokens.ts';

/** Where a request comes from. */
export interface Device {
  readonly userAgent: string;
  /** The network address, in the form that limits count. Only its keyed hash is stored. */
  readonly address: string;
  /** The cookie by which a device that has signed in before is recognized; undefined if there is none. */
  readonly cookie: string | undefined;
}

/** The most devices stored for one user, so that nobody can fill the table by signing in. */
const MOST_DEVICES = 20;
/** A device that wasn't used for this long may be removed to make room for another. */
const IDLE = '60 days';

export type Devices = ReturnType<typeof createDevices>;

/** Recognizes devices that have signed in to an account before, by a cookie. */
export function createDevices(pool: Pool, now: () => Date) {
  /**
   * Stores a device. If the user has too many and none is idle, the new one isn't stored: otherwise somebody who knows the password
   * could push out the owner's devices.
   *
   * @returns the cookie to set
   */
  async function remember({ cookie = newToken() }: Pick<Device, 'cookie'>, userId: string): Promise<string> {
    const hash = hashOfToken(cookie);
    const at = now();
    await pool.query({
      name: 'accounts-devices-make-room',
      text: `delete from accounts.devices where user_id = $1 and hash <> $2 and hash in (
          select hash from accounts.devices where user_id = $1 order by last_used_at desc offset ${MOST_DEVICES - 1})
        and last_used_at < $3::timestamptz - interval '${IDLE}'`,
      values: [userId, hash, at],
    });
    await pool.query({
      name: 'accounts-device-remember',
      text: `insert into accounts.devices (hash, user_id, created_at, last_used_at)
        select $1, $2, $3, $3 where exists (select from accounts.devices where user_id = $2 and hash = $1)
          or (select count(*) from accounts.devices where user_id = $2) < ${MOST_DEVICES}
        on conflict (hash, user_id) do update set last_used_at = excluded.last_used_at`,
      values: [hash, userId, at],
    });
    return cookie;
  }

  return {
    remember,

    /** Records that a device has just shown a second factor. @returns the cookie to set */
    async rememberSecondFactor(device: Device, userId: string): Promise<string> {
      const cookie = await remember(device, userId);
      await pool.query({
        name: 'accounts-device-second-factor-record',
        text: 'update accounts.devices set second_factor_at = $3 where user_id = $1 and hash = $2',
        values: [userId, hashOfToken(cookie), now()],
      });
      return cookie;
    },

    /** The name under which limits count a device that has signed in to the account of this address; undefined for others. */
    async known({ cookie }: Device, email: string): Promise<string | undefined> {
      if (cookie === undefined) return undefined;
      const hash = hashOfToken(cookie);
      const { rows } = await pool.query({
        name: 'accounts-device-known',
        text: `select from accounts.devices join accounts.users on users.id = devices.user_id
          where devices.hash = $1 and lower(users.email) = lower($2)`,
        values: [hash, email],
      });
      return rows.length > 0 ? hash.toString('base64url') : undefined;
    },

    /** The name under which limits count a device that has shown a second factor of this user; undefined for others. */
    async withSecondFactor({ cookie }: Device, userId: string): Promise<string | undefined> {
      if (cookie === undefined) return undefined;
      const hash = hashOfToken(cookie);
      const { rows } = await pool.query({
        name: 'accounts-device-second-factor',
        text: `select from accounts.devices where user_id = $1 and hash = $2 and second_factor_at is not null`,
        values: [userId, hash],
      });
      return rows.length > 0 ? hash.toString('base64url') : undefined;
    },
  };
}

/** What is stored of the place where a session is used. */
export interface Place {
  readonly userAgent: string;
  readonly sourceHash: string;
}

/** The keyed hash of a network address, which changes each month. */
export type SourceHash = (address: string) => Promise<string>;

/** Recognizes network addresses by their hashes. */
export interface SourceHashes {
  readonly current: SourceHash;
  /** The address's hashes of this month and last month. Something that was recorded may have either. */
  all(address: string): Promise<readonly string[]>;
}

/** In characters; 132 bits, enough that no two addresses ever have the same hash. */
const HASH_LENGTH = 22;

/** Hashes addresses, so that sign-ins from the same place can be recognized, but nobody can find out which place it is. */
export function createSourceHashes(key: Buffer, { saltsAt }: SourceSalts, now: () => Date): SourceHashes {
  const secret = createSecretKey(key);
  const hashOf = (salt: Buffer, address: string) =>
    createHmac('sha256', secret).update(salt).update(address).digest('base64url').slice(0, HASH_LENGTH);
  return {
    current: async (address) => hashOf((await saltsAt(now())).current, address),
    async all(address) {
      const { current, previous } = await saltsAt(now());
      return [current, previous].flatMap((salt) => (salt === undefined ? [] : [hashOf(salt, address)]));
    },
  };
}

/** The first pattern that matches counts, since most browsers also name the older browsers that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|Chrome\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** A name of a device that its owner understands, such as `Safari on iPhone`. */
export function deviceName(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
