import { RecoveryCode } from '../../../contracts/auth-factors.ts';
import { assuredBy } from '../factors/assurance.ts';
import type { Recovery } from '../factors/recovery.ts';
import type { Sessions } from '../sessions.ts';
import type { Authenticate } from './authenticated.ts';
import { type Endpoint, parseAuth } from './endpoint.ts';

interface RecoveryCodesDeps {
  readonly authenticate: Authenticate;
  readonly sessions: Sessions;
  readonly recovery: Recovery;
}

/** Entering a recovery code in the place of a second factor: at the client's own address, and at a shorter one. */
export const recoveryCodeEndpoints = ({
  authenticate,
  sessions,
  recovery,
}: RecoveryCodesDeps): readonly Endpoint[] =>
  ['/factors/recovery-codes/verify', '/recovery-codes/verify'].map((path) => ({
    method: 'post',
    path,
    handle: async (request) => {
      const session = assuredBy(await authenticate(request));
      const { code } = parseAuth(RecoveryCode, request.body);
      const place = await sessions.placeOf(request.device);
      return { body: await sessions.answer(await recovery.use(session, code, place)) };
    },
  }));
