import { randomUUID } from 'node:crypto';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import { createKeyedMutex } from '../../../eventsourcing/async/keyed-mutex.ts';
import type { PersonEvent } from '../../connections/events.ts';
import type { AccountsContext } from '../context.ts';
import { mailAdmins } from '../mails/connection-announcements.ts';
import { voidOneTimeTokens } from '../mails/one-time-tokens.ts';
import { addSignInEvent } from '../sessions/sign-in-events.ts';
import { addedForInvitation, dropSignIn } from './first-admin.ts';
import {
  canSignIn,
  changeRole,
  LastOwner,
  listStaff,
  lockAdmins,
  roleOf,
  type StaffMember,
  type StaffRole,
} from './staff.ts';
import { isPasswordProven, userByEmail } from './users.ts';

type PeopleDeps = Pick<AccountsContext, 'pool' | 'linkTokens' | 'sendMail' | 'publicUrl' | 'now'>;

export type People = ReturnType<typeof createPeople>;

/** A change isn't made: the one who decides is no owner any more, there would be none left, nobody has this id, or somebody who is invited has another role. */
export type Refusal = 'forbidden' | 'last-owner' | 'not-found' | 'works-here-already';

const BY = 'Settings, People';

/** The owner who decides. */
export interface DecidingOwner {
  readonly userId: string;
  record(event: PersonEvent): Promise<void>;
}

/** The commands of owners on the people who work in the salon, and on their roles. All of them may be repeated. */
export function createPeople({ pool, linkTokens, sendMail, publicUrl, now }: PeopleDeps) {
  // Changes run one after the other: a transaction that waits for the lock holds a connection, and recording needs another one.
  const mutex = createKeyedMutex();

  const personIn = async (db: Queryable, userId: string): Promise<StaffMember | undefined> =>
    (await listStaff(db)).find(({ id }) => id === userId);

  /** Changes a role, records that among the person's sign-ins, and tells the owners. @returns false if they had it before */
  async function give(
    db: Queryable,
    userId: string,
    to: StaffRole | null,
    by: DecidingOwner,
  ): Promise<boolean> {
    if (!(await changeRole(db, userId, to, { now: now() }))) return false;
    const eventId = randomUUID();
    const kind = to === null ? 'admin-revoked' : 'admin-granted';
    const of = { userId, method: null, sourceHash: null, userAgent: BY };
    await addSignInEvent(db, { id: eventId, at: now(), kind, ...of });
    await mailAdmins(db, sendMail, { kind: 'role-changed', eventId, by: by.userId });
    return true;
  }

  const about = ({ id, email }: Pick<StaffMember, 'id' | 'email'>) => ({
    personId: id,
    personal: { name: email },
  });
  const granted = (person: StaffMember) => ({
    ...about(person),
    role: person.role,
    ...(person.stylistId !== null && { stylistId: person.stylistId }),
  });

  async function changing<Result>(
    by: DecidingOwner,
    work: (db: Queryable) => Promise<Result>,
  ): Promise<Result | Refusal> {
    try {
      return await mutex.runExclusive('people', () =>
        withTransaction(pool, async (db) => {
          await lockAdmins(db);
          // The guard asked before this transaction had the lock: another owner may have removed them since.
          if ((await roleOf(db, by.userId))?.role !== 'owner') return 'forbidden' as const;
          return work(db);
        }),
      );
    } catch (error) {
      if (error instanceof LastOwner) return 'last-owner';
      throw error;
    }
  }

  return {
    list: () => listStaff(pool),

    /**
     * Somebody who has proven the address already only gets the role. Anybody else gets a link by which they choose a password: before it is
     * opened nothing signs in to the account. Somebody who works here with another role keeps it: an address typed by mistake must not
     * demote an owner.
     */
    invite: (email: string, to: StaffRole, by: DecidingOwner) =>
      changing(by, async (db) => {
        const user = await userByEmail(db, email);
        const before = user && (await personIn(db, user.id));
        if (before?.canSignIn) {
          const isSame = before.role === to.role && before.stylistId === to.stylistId;
          return isSame ? before : ('works-here-already' as const);
        }
        // Somebody whose invitation was withdrawn may have confirmed the address by its link, but has nothing to sign in with.
        const isProven = user !== undefined && isPasswordProven(user) && (await canSignIn(db, user.id));
        const userId = user?.id ?? (await addedForInvitation(db, email, now()));
        if (!isProven) await dropSignIn(db, userId, now());
        else await voidOneTimeTokens(db, userId, ['confirmation', 'email_change'], now());
        await give(db, userId, to, by);
        if (isProven) await sendMail({ kind: 'role-given', userId, by: by.userId }, db);
        else {
          const redirectTo = `${publicUrl}/admin`;
          const link = { kind: 'invitation', userId, email: user?.email ?? email, redirectTo } as const;
          const tokenId = await linkTokens.issue(db, link);
          await sendMail({ kind: 'invitation', userId, tokenId, by: by.userId }, db);
        }
        const person = await personIn(db, userId);
        if (!person) return 'not-found' as const;
        await by.record({ type: isProven ? 'RoleGranted' : 'PersonInvited', data: granted(person) });
        return person;
      }),

    change: (userId: string, to: StaffRole, by: DecidingOwner) =>
      changing(by, async (db) => {
        if (!(await roleOf(db, userId))) return 'not-found' as const;
        const isChanged = await give(db, userId, to, by);
        const person = await personIn(db, userId);
        if (!person) return 'not-found' as const;
        if (isChanged) await by.record({ type: 'RoleGranted', data: granted(person) });
        return person;
      }),

    remove: (userId: string, by: DecidingOwner) =>
      changing(by, async (db) => {
        const person = await personIn(db, userId);
        if (!person) return;
        await voidOneTimeTokens(db, userId, ['invitation'], now());
        await give(db, userId, null, by);
        await by.record({ type: 'RoleRevoked', data: about(person) });
      }),
  };
}
