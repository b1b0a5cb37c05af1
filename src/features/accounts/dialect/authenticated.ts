import type { Pool } from 'pg';
import type { AccessClaims, AccessTokens } from '../access-tokens.ts';
import { AuthError } from '../auth-error.ts';
import { lowerAal, type Session, sessionById } from '../store/sessions.ts';
import { type User, userById } from '../store/users.ts';
import type { AuthRequest } from './endpoint.ts';

/** Who makes a call, by its access token. */
export interface SignedIn extends Pick<AccessClaims, 'aal' | 'amr'> {
  readonly user: User;
  readonly session: Session;
}

/** Finds out who calls. @throws AuthError `no_authorization`, `bad_jwt`, `session_not_found` */
export type Authenticate = (request: Pick<AuthRequest, 'bearer'>) => Promise<SignedIn>;

export function createAuthenticate({
  pool,
  accessTokens,
}: {
  readonly pool: Pool;
  readonly accessTokens: AccessTokens;
}): Authenticate {
  return async ({ bearer }) => {
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
}
