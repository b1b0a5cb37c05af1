import { AuthError } from '../auth-error.ts';
import type { SignedIn } from '../dialect/authenticated.ts';
import { needsSecondFactor } from '../store/factors.ts';
import type { Queryable } from '../store/queryable.ts';
import type { Session } from '../store/sessions.ts';

/** Whose session it is, and how sure it is that it is theirs. */
export type Assured = Pick<Session, 'id' | 'userId' | 'aal'>;

/** As the access token says it at most: one from before a second factor was shown is worth no more than it was. */
export const assuredBy = ({ session, aal }: SignedIn): Assured => ({
  id: session.id,
  userId: session.userId,
  aal,
});

/** Whether the user has a second factor, and the session was made without. */
export const lacksSecondFactor = async (db: Queryable, session: Assured): Promise<boolean> =>
  session.aal !== 'aal2' && (await needsSecondFactor(db, session.userId));

/**
 * Somebody who knows the password alone must not change anything.
 *
 * @throws AuthError `insufficient_aal` when the user has a second factor, and the session was made without
 */
export async function requireSecondFactorIfAny(db: Queryable, session: Assured): Promise<void> {
  if (await lacksSecondFactor(db, session)) throw new AuthError('insufficient_aal');
}
