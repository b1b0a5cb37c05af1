import type { Pool } from 'pg';
import type { SenderHashesOf } from '../../../adapters/secrets/sender-hashes.ts';

export type KnownAddresses = ReturnType<typeof createKnownAddresses>;

/**
 * Recognizes network addresses from which somebody has signed in to an account before, by the sessions that are still stored. Salts
 * of hashes change each month, so an address is forgotten after one or two months without a session there.
 */
export const createKnownAddresses = (pool: Pool, hashesOf: SenderHashesOf) => ({
  /** Whether somebody has signed in to the account of this e-mail from the address. */
  async hasSignedIn(address: string, email: string): Promise<boolean> {
    const { rows } = await pool.query({
      name: 'accounts-address-signed-in',
      text: `select from accounts.sessions join accounts.users on users.id = sessions.user_id
        where lower(users.email) = lower($1) and sessions.source_hash = any($2) limit 1`,
      values: [email, (await hashesOf(address)).all],
    });
    return rows.length > 0;
  },

  /** Whether somebody has shown a second factor of the user from the address. */
  async hasShownSecondFactor(address: string, userId: string): Promise<boolean> {
    const { rows } = await pool.query({
      name: 'accounts-address-second-factor',
      text: `select from accounts.sessions where user_id = $1 and aal = 'aal2' and source_hash = any($2) limit 1`,
      values: [userId, (await hashesOf(address)).all],
    });
    return rows.length > 0;
  },
});
