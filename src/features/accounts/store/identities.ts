import type { Queryable } from './queryable.ts';

/** An account of another provider that signs in as a user. */
interface Identity {
  readonly provider: string;
  readonly subject: string;
  readonly email: string | null;
  readonly createdAt: Date;
  readonly lastSignInAt: Date;
}

export async function identitiesOf(db: Queryable, userId: string): Promise<Identity[]> {
  const { rows } = await db.query<Identity>({
    name: 'accounts-identities-of',
    text: `select provider, subject, email, created_at as "createdAt", last_sign_in_at as "lastSignInAt"
      from accounts.identities where user_id = $1 order by created_at, provider`,
    values: [userId],
  });
  return rows;
}

/** The user that an account of another provider signs in as, and that it did so now. */
export async function signInByIdentity(
  db: Queryable,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ userId: string }>({
    name: 'accounts-identity-sign-in',
    text: `update accounts.identities set last_sign_in_at = $3 where provider = $1 and subject = $2
      returning user_id as "userId"`,
    values: [provider, subject, now],
  });
  return rows[0]?.userId;
}

/** @returns false when it signs in as somebody already */
export async function addIdentity(
  db: Queryable,
  userId: string,
  { provider, subject, email, createdAt }: Omit<Identity, 'lastSignInAt'>,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-identity-add',
    text: `insert into accounts.identities (provider, subject, user_id, email, created_at, last_sign_in_at)
      values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
    values: [provider, subject, userId, email, createdAt],
  });
  return rowCount === 1;
}
