import type { Pool } from 'pg';
import { z } from 'zod';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import { assuredBy, lacksSecondFactor, requireSecondFactorIfAny } from '../factors/assurance.ts';
import type { Sessions } from '../sessions.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import { voidOneTimeTokens } from '../store/one-time-tokens.ts';
import type { Authenticate } from './authenticated.ts';
import { type Endpoint, parseAuth } from './endpoint.ts';

interface LogoutDeps {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly authenticate: Authenticate;
  readonly record: RecordSignIn;
  readonly now: () => Date;
}

const Query = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') });

/**
 * Ends this session, all others, or all. One factor of two ends its own session only: whoever knows the password alone must not
 * sign the owner out, and signing out has to work all the same.
 */
export const logoutEndpoints = ({
  pool,
  sessions,
  authenticate,
  record,
  now,
}: LogoutDeps): readonly Endpoint[] => [
  {
    method: 'post',
    path: '/logout',
    kindOf: () => 'free',
    handle: async (request) => {
      const { scope: asked } = parseAuth(Query, request.query);
      const signedIn = await authenticate(request);
      const { session, user } = signedIn;
      if (asked === 'others') await requireSecondFactorIfAny(pool, assuredBy(signedIn));
      const scope =
        asked === 'global' && (await lacksSecondFactor(pool, assuredBy(signedIn))) ? 'local' : asked;
      const place = await sessions.placeOf(request.device);
      await withTransaction(pool, async (db) => {
        await sessions.end(db, session, scope);
        if (scope !== 'local') await voidOneTimeTokens(db, user.id, ['email_change'], now());
        await record({ kind: 'signed-out', place, userId: user.id, method: scope }, db);
      });
      return {};
    },
  },
];
