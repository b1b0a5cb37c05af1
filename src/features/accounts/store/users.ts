import type { Queryable } from './queryable.ts';

/** Somebody who can sign in, or will once the address is confirmed. */
export interface User {
  readonly id: string;
  readonly email: string;
  /** Null for somebody who has not chosen a password. */
  readonly passwordHash: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSignInAt: Date | null;
}

const COLUMNS = `id, email, password_hash as "passwordHash", email_confirmed_at as "emailConfirmedAt",
  first_name as "firstName", last_name as "lastName", created_at as "createdAt", updated_at as "updatedAt",
  last_sign_in_at as "lastSignInAt"`;

/** By the address in any spelling of capitals. */
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

/** The same, locked until the transaction ends. */
export async function lockedUser(db: Queryable, id: string): Promise<User | undefined> {
  const { rows } = await db.query<User>({
    name: 'accounts-user-lock',
    text: `select ${COLUMNS} from accounts.users where id = $1 for update`,
    values: [id],
  });
  return rows[0];
}

/** What a new user begins with. */
export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly createdAt: Date;
}

/** @returns false when the address has an account already, and then changes nothing */
export async function addUser(db: Queryable, user: NewUser): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-user-add',
    text: `insert into accounts.users (id, email, password_hash, email_confirmed_at, first_name, last_name, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`,
    values: [
      user.id,
      user.email,
      user.passwordHash,
      user.emailConfirmedAt,
      user.firstName,
      user.lastName,
      user.createdAt,
    ],
  });
  return rowCount === 1;
}

/** What can be changed of a user; what is left out stays. */
export interface UserChanges {
  readonly email?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

export async function changeUser(
  db: Queryable,
  id: string,
  { email, passwordHash, firstName, lastName }: UserChanges,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-user-change',
    text: `update accounts.users set email = coalesce($2, email), password_hash = coalesce($3, password_hash),
      first_name = coalesce($4, first_name), last_name = coalesce($5, last_name), updated_at = $6 where id = $1`,
    values: [id, email, passwordHash, firstName, lastName, now],
  });
}

/** Changes nothing of an address that is confirmed already. */
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

/** Takes the password away: whoever chose it has not proven that the address is theirs. */
export async function dropPassword(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-user-drop-password',
    text: 'update accounts.users set password_hash = null, updated_at = $2 where id = $1',
    values: [id, now],
  });
}
