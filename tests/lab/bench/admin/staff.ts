import { randomUUID } from 'node:crypto';
import { AuthClient } from '@supabase/auth-js';
import type { Pool } from 'pg';
import { passwordHashing } from '../../../../src/adapters/password-hashing.ts';
import { grantAdmin } from '../../../../src/features/accounts/users/admins.ts';
import { addUser } from '../../../../src/features/accounts/users/users.ts';

/** Who looks at the admin area. */
export const ADMIN = { email: 'bench@salon.example', password: 'bench-without-a-second-factor' };

export async function addAdmin(pool: Pool): Promise<void> {
  const id = randomUUID();
  const passwordHash = await passwordHashing().hash(ADMIN.password);
  const now = new Date();
  const names = { firstName: 'Bench', lastName: '' };
  await addUser(pool, {
    id,
    email: ADMIN.email,
    passwordHash,
    emailConfirmedAt: now,
    ...names,
    createdAt: now,
  });
  await grantAdmin(pool, id, now);
}

/** An access token of a new session; it is valid for an hour. */
export async function tokenOf(url: string): Promise<string> {
  const client = new AuthClient({ url: `${url}/auth/v1`, autoRefreshToken: false, persistSession: false });
  const { data, error } = await client.signInWithPassword(ADMIN);
  if (error) throw error;
  return data.session.access_token;
}
