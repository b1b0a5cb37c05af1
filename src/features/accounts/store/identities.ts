import type { Queryable } from './queryable.ts';

/** An account of another provider that signs in as a user. */
export interface Identity {
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
