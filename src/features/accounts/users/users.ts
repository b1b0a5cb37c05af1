import type { Queryable } from '../../../adapters/postgres/pool.ts';

/** Somebody who can sign in, or will be able to once the address is confirmed. */
export interface User {
  readonly id: string;
  readonly email: string;
  /** Null if the user has no password. */
  readonly passwordHash: string | null;
  /**
   * Keyed hash of the network address at which the link of the sign-up was opened. It is set if the password was chosen before the
   * address was confirmed, and so may be a stranger's. Null before the link is opened, and once the user has proven that the password
   * is theirs; see `isPasswordProven`.
   */
  readonly passwordFrom: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSignInAt: Date | null;
}

/** Whether the person who chose the password also owns the mailbox. If not, it may be a stranger who knew only the address. */
export const isPasswordProven = ({
  emailConfirmedAt,
  passwordFrom,
}: Pick<User, 'emailConfirmedAt' | 'passwordFrom'>): boolean =>
  emailConfirmedAt !== null && passwordFrom === null;

const COLUMNS = `id, email, password_hash as "passwordHash", password_from as "passwordFrom",
  email_confirmed_at as "emailConfirmedAt", first_name as "firstName", last_name as "lastName",
  created_at as "createdAt", updated_at as "updatedAt", last_sign_in_at as "lastSignInAt"`;

/** Finds a user by the address, in any capitalization. */
export async function userByEmail(db: Queryable, email: string): Promise<User | undefined> {
  const { rows } = await db.query<User>({
    name: 'accounts-user-by-email',
    text: `select ${COLUMNS} from accounts.users where lower(email) = lower($1)`,
    values: [email],
  });
  return rows[0];
}

export async function userById(db: Queryable, id: string): Promise<User | undefined> {
  const { rows } = await db.query<User>({
    name: 'accounts-user-by-id',
    text: `select ${COLUMNS} from accounts.users where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The user with this id, locked until the transaction ends. */
export async function lockedUser(db: Queryable, id: string): Promise<User | undefined> {
  const { rows } = await db.query<User>({
    name: 'accounts-user-lock',
    text: `select ${COLUMNS} from accounts.users where id = $1 for update`,
    values: [id],
  });
  return rows[0];
}

interface NewUser extends Omit<User, 'passwordFrom' | 'updatedAt' | 'lastSignInAt'> {
  /** Whether the password is too weak for an administrator; false when left out. */
  readonly hasWeakPassword?: boolean;
}

/** @returns false when the address already has an account; nothing is changed then */
export async function addUser(db: Queryable, user: NewUser): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-user-add',
    text: `insert into accounts.users
        (id, email, password_hash, weak_password, email_confirmed_at, first_name, last_name, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing`,
    values: [
      user.id,
      user.email,
      user.passwordHash,
      user.hasWeakPassword ?? false,
      user.emailConfirmedAt,
      user.firstName,
      user.lastName,
      user.createdAt,
    ],
  });
  return rowCount === 1;
}

const UNIQUE_VIOLATION = '23505';

/** Whether Postgres refused an address because another user has it. */
export const isAddressTaken = (error: unknown): boolean =>
  (error as { code?: unknown }).code === UNIQUE_VIOLATION;

/** Changes of a user. Fields that are left out stay as they are. */
interface UserChanges {
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

export async function changeUser(
  db: Queryable,
  id: string,
  { email, firstName, lastName }: UserChanges,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-user-change',
    text: `update accounts.users set email = coalesce($2, email), first_name = coalesce($3, first_name),
      last_name = coalesce($4, last_name), updated_at = $5 where id = $1`,
    values: [id, email, firstName, lastName, now],
  });
}

/** Marks a user's address as confirmed. Changes nothing if it already is. */
export async function confirmEmail(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-user-confirm',
    text: `update accounts.users set email_confirmed_at = $2, updated_at = $2
      where id = $1 and email_confirmed_at is null`,
    values: [id, now],
  });
}

export async function recordSignIn(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-user-signed-in',
    text: 'update accounts.users set last_sign_in_at = $2 where id = $1',
    values: [id, now],
  });
}

/** SQL: the host of a webhook's address, by which people know it. */
export const HOST = "substring(url from '^https?://([^/?#]+)')";

/** Names of users, API keys or webhooks by id; of users without a name, their e-mail address. Unknown ids are left out. */
export async function namesOfUsers(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>({
    name: 'accounts-names',
    text: `select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name
      from accounts.users where id = any($1::uuid[])
      union all select id, name from accounts.api_keys where id = any($1::uuid[])
      union all select id, ${HOST} from webhooks where id = any($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
