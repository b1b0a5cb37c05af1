import { RecoveryCode } from '../../../contracts/auth-factors.ts';
import type { Devices } from '../devices.ts';
import { assuredBy } from '../factors/assurance.ts';
import { guesserOf } from '../factors/guessers.ts';
import type { Recovery } from '../factors/recovery.ts';
import type { Sessions } from '../sessions.ts';
import type { Authenticate } from './authenticated.ts';
import { type Endpoint, parseAuth } from './endpoint.ts';

interface RecoveryCodesDeps {
  readonly authenticate: Authenticate;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly recovery: Recovery;
}

/** Entering a recovery code in the place of a second factor: at the client's own address, and at a shorter one. */
export const recoveryCodeEndpoints = ({
  authenticate,
  sessions,
  devices,
  recovery,
}: RecoveryCodesDeps): readonly Endpoint[] =>
  ['/factors/recovery-codes/verify', '/recovery-codes/verify'].map((path) => ({
    method: 'post',
    path,
    handle: async (request) => {
      const signedIn = await authenticate(request);
      const { code } = parseAuth(RecoveryCode, request.body);
      const { device } = request;
      const place = await sessions.placeOf(device);
      const guesser = await guesserOf(devices, signedIn, device);
      const issued = await recovery.use(assuredBy(signedIn), code, place, guesser);
      const deviceCookie = await devices.rememberSecondFactor(device, issued.userId);
      return { body: await sessions.answer(issued), deviceCookie };
    },
  }));
