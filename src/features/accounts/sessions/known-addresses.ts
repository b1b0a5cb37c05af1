import { createHmac, createSecretKey } from 'node:crypto';
import type { Pool } from 'pg';
import type { SourceSalts } from '../../../adapters/postgres/source-salts.ts';

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

export type KnownAddresses = ReturnType<typeof createKnownAddresses>;

/**
 * Recognizes network addresses from which somebody has signed in to an account before, by the sessions that are still stored. Salts
 * of hashes change each month, so an address is forgotten after one or two months without a session there.
 */
export const createKnownAddresses = (pool: Pool, { all }: SourceHashes) => ({
  /** Whether somebody has signed in to the account of this e-mail from the address. */
  async hasSignedIn(address: string, email: string): Promise<boolean> {
    const { rows } = await pool.query({
      name: 'accounts-address-signed-in',
      text: `select from accounts.sessions join accounts.users on users.id = sessions.user_id
        where lower(users.email) = lower($1) and sessions.source_hash = any($2) limit 1`,
      values: [email, await all(address)],
    });
    return rows.length > 0;
  },

  /** Whether somebody has shown a second factor of the user from the address. */
  async hasShownSecondFactor(address: string, userId: string): Promise<boolean> {
    const { rows } = await pool.query({
      name: 'accounts-address-second-factor',
      text: `select from accounts.sessions where user_id = $1 and aal = 'aal2' and source_hash = any($2) limit 1`,
      values: [userId, await all(address)],
    });
    return rows.length > 0;
  },
});
