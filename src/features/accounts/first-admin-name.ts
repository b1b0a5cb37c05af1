import type { Pool } from 'pg';
import type { z } from 'zod';
import { withTransaction } from '../../adapters/postgres/pool.ts';
import type { FirstAdministrator } from '../../contracts/accounts.ts';
import { listAdmins, lockAdmins } from './store/admins.ts';
import { changeUser, userByEmail } from './store/users.ts';

const UNIQUE_VIOLATION = '23505';

type Outcome = 'named' | 'not-found' | 'address-taken';

/**
 * Gives the first administrator's account the address and name of whoever has opened its printed link. The address counts
 * without a mail, since only the operator sees the link; later it changes as any other, which is why this ends with the
 * first password.
 */
export async function nameFirstAdmin(
  pool: Pool,
  userId: string,
  { email, first_name: firstName, last_name: lastName }: z.output<typeof FirstAdministrator>,
  now: Date,
): Promise<Outcome> {
  try {
    return await withTransaction(pool, async (db): Promise<Outcome> => {
      await lockAdmins(db);
      const own = (await listAdmins(db)).find(({ id }) => id === userId);
      if (!own || own.canSignIn) return 'not-found';
      const holder = await userByEmail(db, email);
      if (holder && holder.id !== userId) return 'address-taken';
      await changeUser(db, userId, { email, firstName, lastName }, now);
      return 'named';
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return 'address-taken';
    throw error;
  }
}
