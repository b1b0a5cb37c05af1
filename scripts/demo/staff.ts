import { randomBytes, randomUUID } from 'node:crypto';
import { passwordHashing } from '../../src/adapters/password-hashing/hashing.ts';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { grantAdmin } from '../../src/features/accounts/users/admins.ts';
import { addUser } from '../../src/features/accounts/users/users.ts';
import type { DemoSalon } from './salon.ts';

/** The two who run the demo's salon. */
const STAFF = [
  { email: 'owner@salon.example', firstName: 'Marguerite', lastName: 'Vance' },
  { email: 'desk@salon.example', firstName: 'Jonah', lastName: 'Reed' },
] as const;

/** How to sign in to the admin area. */
export interface SignIn {
  readonly email: string;
  readonly password: string;
}

interface DemoStaff {
  /** The ids of their accounts. */
  readonly userIds: readonly string[];
  readonly signIns: readonly SignIn[];
}

/** A password of their own for each demo: a known one would open a demo that others can reach. */
const newPassword = (): string => `demo-${randomBytes(9).toString('base64url')}`;

/** Gives the salon its two administrators. */
export async function hireStaff({ pool }: Pick<DemoSalon, 'pool'>, since: Date): Promise<DemoStaff> {
  const { hash } = passwordHashing();
  const userIds: string[] = [];
  const signIns: SignIn[] = [];
  for (const { email, firstName, lastName } of STAFF) {
    const id = randomUUID();
    const password = newPassword();
    const passwordHash = await hash(password);
    await withTransaction(pool, async (db) => {
      const user = {
        id,
        email,
        passwordHash,
        emailConfirmedAt: since,
        firstName,
        lastName,
        createdAt: since,
      };
      await addUser(db, user);
      await grantAdmin(db, id, since);
    });
    userIds.push(id);
    signIns.push({ email, password });
  }
  return { userIds, signIns };
}
