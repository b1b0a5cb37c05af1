import { randomBytes, randomUUID } from 'node:crypto';
import { passwordHashing } from '../../src/adapters/password-hashing.ts';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import type { Actor } from '../../src/contracts/history/actor.ts';
import { grantAdmin } from '../../src/features/accounts/users/admins.ts';
import { addUser } from '../../src/features/accounts/users/users.ts';
import type { DemoSalon } from './salon.ts';

/** The two who run the demo's salon. */
const OWNER = { email: 'owner@salon.example', firstName: 'Marguerite', lastName: 'Vance' };
const DESK = { email: 'desk@salon.example', firstName: 'Jonah', lastName: 'Reed' };

/** The same two as actors of commands. */
export interface Staff {
  readonly owner: Actor;
  readonly desk: Actor;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** A password of their own for each demo: a known one would open a demo that others can reach. */
const newPassword = (): string => `demo-${randomBytes(9).toString('base64url')}`;

/** Gives the salon its two administrators. */
export async function hireStaff({ pool }: Pick<DemoSalon, 'pool'>, since: Date) {
  const { hash } = passwordHashing();
  const signIns: SignIn[] = [];
  async function hire(person: typeof OWNER): Promise<Actor> {
    const id = randomUUID();
    const password = newPassword();
    const passwordHash = await hash(password);
    await withTransaction(pool, async (db) => {
      await addUser(db, { id, ...person, passwordHash, emailConfirmedAt: since, createdAt: since });
      await grantAdmin(db, id, since);
    });
    signIns.push({ email: person.email, password });
    return { kind: 'admin', userId: id };
  }
  const staff: Staff = { owner: await hire(OWNER), desk: await hire(DESK) };
  return { staff, signIns };
}
