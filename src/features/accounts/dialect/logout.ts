import type { Pool } from 'pg';
import { z } from 'zod';
import type { Sessions } from '../sessions.ts';
import type { Authenticate } from './authenticated.ts';
import { type Endpoint, parseAuth } from './endpoint.ts';

interface LogoutDeps {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly authenticate: Authenticate;
}

const Query = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') });

/** Ends this session, all others, or all. */
export const logoutEndpoints = ({ pool, sessions, authenticate }: LogoutDeps): readonly Endpoint[] => [
  {
    method: 'post',
    path: '/logout',
    handle: async (request) => {
      const { scope } = parseAuth(Query, request.query);
      const { session } = await authenticate(request);
      await sessions.end(pool, session, scope);
      return {};
    },
  },
];
