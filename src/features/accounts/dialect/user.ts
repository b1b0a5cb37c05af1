import type { Pool } from 'pg';
import { userAnswer } from '../user-answer.ts';
import type { Authenticate } from './authenticated.ts';
import type { Endpoint } from './endpoint.ts';

interface UserDeps {
  readonly pool: Pool;
  readonly authenticate: Authenticate;
}

/** The signed-in user. */
export const userEndpoints = ({ pool, authenticate }: UserDeps): readonly Endpoint[] => [
  {
    method: 'get',
    path: '/user',
    handle: async (request) => {
      const { user } = await authenticate(request);
      return { body: await userAnswer(pool, user) };
    },
  },
];
