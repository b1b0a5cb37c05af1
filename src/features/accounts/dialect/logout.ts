import type { Pool } from 'pg';
import { z } from 'zod';
import type { Sessions } from '../sessions.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import type { Authenticate } from './authenticated.ts';
import { type Endpoint, parseAuth } from './endpoint.ts';

interface LogoutDeps {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly authenticate: Authenticate;
  readonly record: RecordSignIn;
}

const Query = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') });

/** Ends this session, all others, or all. */
export const logoutEndpoints = ({
  pool,
  sessions,
  authenticate,
  record,
}: LogoutDeps): readonly Endpoint[] => [
  {
    method: 'post',
    path: '/logout',
    kindOf: () => 'free',
    handle: async (request) => {
      const { scope } = parseAuth(Query, request.query);
      const { session, user } = await authenticate(request);
      await sessions.end(pool, session, scope);
      const place = await sessions.placeOf(request.device);
      await record({ kind: 'signed-out', place, userId: user.id, method: scope });
      return {};
    },
  },
];
