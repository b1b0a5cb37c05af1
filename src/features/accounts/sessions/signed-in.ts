import type { Pool } from 'pg';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import { needsSecondFactor } from '../factors/factors.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import type { AuthRequest } from '../supabase-protocol/endpoint.ts';
import { type User, userById } from '../users/users.ts';
import type { AccessClaims, AccessTokens } from './access-tokens.ts';
import { lowerAal } from './auth-methods.ts';
import { type Session, sessionById } from './sessions.ts';

/**
 * The user and the session that the access token of a call names. `aal` is the lower level of the two: a token made before the second
 * factor was shown stays at aal1.
 */
export interface SignedIn extends Pick<AccessClaims, 'aal' | 'amr'> {
  readonly user: User;
  readonly session: Session;
}

/** Finds out who calls. @throws AuthError `no_authorization`, `bad_jwt`, `session_not_found` */
export type Authenticate = (request: Pick<AuthRequest, 'bearer'>) => Promise<SignedIn>;

interface AuthenticateDeps {
  readonly pool: Pool;
  readonly accessTokens: AccessTokens;
}

export const createAuthenticate =
  ({ pool, accessTokens }: AuthenticateDeps): Authenticate =>
  async ({ bearer }) => {
    if (bearer === undefined) throw new AuthError('no_authorization');
    const claims = await accessTokens.verify(bearer);
    if (!claims) throw new AuthError('bad_jwt');
    const [session, user] = await Promise.all([
      sessionById(pool, claims.sessionId),
      userById(pool, claims.userId),
    ]);
    if (!session || !user || session.endedAt !== null || session.userId !== user.id)
      throw new AuthError('session_not_found');
    return { user, session, aal: lowerAal(session.aal, claims.aal), amr: claims.amr };
  };

/** Whether the user has a second factor that the session has not shown. */
export const lacksSecondFactor = async (db: Queryable, { aal, user }: SignedIn): Promise<boolean> =>
  aal !== 'aal2' && (await needsSecondFactor(db, user.id));

/**
 * Keeps somebody who knows only the password from changing anything.
 *
 * @throws AuthError `insufficient_aal` when the user has a second factor that the session has not shown
 */
export async function requireSecondFactorIfAny(db: Queryable, signedIn: SignedIn): Promise<void> {
  if (await lacksSecondFactor(db, signedIn)) throw new AuthError('insufficient_aal');
}
