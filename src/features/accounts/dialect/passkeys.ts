import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Pool } from 'pg';
import {
  FactorPath,
  PasskeyName,
  PasskeyRegistration,
  PasskeySignIn,
} from '../../../contracts/auth-factors.ts';
import { AuthError } from '../auth-error.ts';
import type { Devices } from '../devices.ts';
import { assuredBy, requireSecondFactorIfAny } from '../factors/assurance.ts';
import type { Enrolment } from '../factors/enrolment.ts';
import type { Ceremony, Passkeys } from '../factors/passkeys.ts';
import type { Reauthentication } from '../reauthentication.ts';
import type { Sessions } from '../sessions.ts';
import { type Passkey, passkeysOf, renamePasskey } from '../store/passkeys.ts';
import type { Authenticate } from './authenticated.ts';
import { type Endpoint, parseAuth } from './endpoint.ts';

interface PasskeysDeps {
  readonly pool: Pool;
  readonly authenticate: Authenticate;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly passkeys: Passkeys;
  readonly enrolment: Enrolment;
  readonly reauthentication: Pick<Reauthentication, 'isFresh' | 'requireFresh'>;
}

const ceremonyAnswer = ({ challengeId, options, expiresAt }: Ceremony<object>) => ({
  challenge_id: challengeId,
  options,
  expires_at: Math.floor(expiresAt.getTime() / 1000),
});

const passkeyAnswer = ({ id, friendlyName, createdAt, lastUsedAt }: Passkey) => ({
  id,
  friendly_name: friendlyName,
  created_at: createdAt.toISOString(),
  ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
});

/** Passkeys: their registration, the sign-in with them, and the list of a user's own. */
export const passkeyEndpoints = ({
  pool,
  authenticate,
  sessions,
  devices,
  passkeys,
  enrolment,
  reauthentication,
}: PasskeysDeps): readonly Endpoint[] => [
  {
    method: 'post',
    path: '/passkeys/registration/options',
    handle: async (request) => {
      const signedIn = await authenticate(request);
      const session = assuredBy(signedIn);
      await reauthentication.requireFresh(signedIn);
      return { body: ceremonyAnswer(await passkeys.beginRegistration(signedIn.user, session)) };
    },
  },
  {
    method: 'post',
    path: '/passkeys/registration/verify',
    handle: async (request) => {
      const session = assuredBy(await authenticate(request));
      const { challenge_id: challengeId, credential } = parseAuth(PasskeyRegistration, request.body);
      const response = { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON;
      const place = await sessions.placeOf(request.device);
      const { passkey, issued } = await passkeys.register(session, { challengeId, response }, place);
      const deviceCookie = await devices.rememberSecondFactor(request.device, session.userId);
      return { body: { ...passkeyAnswer(passkey), session: await sessions.answer(issued) }, deviceCookie };
    },
  },
  {
    method: 'post',
    path: '/passkeys/authentication/options',
    handle: async () => ({ body: ceremonyAnswer(await passkeys.beginSignIn()) }),
  },
  {
    method: 'post',
    path: '/passkeys/authentication/verify',
    handle: async (request) => {
      const { challenge_id: challengeId, credential } = parseAuth(PasskeySignIn, request.body);
      const { userHandle, ...answered } = credential.response;
      const response: AuthenticationResponseJSON = {
        ...credential,
        response: { ...answered, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      };
      const place = await sessions.placeOf(request.device);
      const issued = await passkeys.signIn({ challengeId, response }, place);
      const deviceCookie = await devices.rememberSecondFactor(request.device, issued.userId);
      return { body: await sessions.answer(issued), deviceCookie };
    },
  },
  {
    method: 'get',
    path: '/passkeys',
    handle: async (request) => {
      const signedIn = await authenticate(request);
      await requireSecondFactorIfAny(pool, assuredBy(signedIn));
      return { body: (await passkeysOf(pool, signedIn.user.id)).map(passkeyAnswer) };
    },
  },
  {
    method: 'patch',
    path: '/passkeys/:id',
    handle: async (request) => {
      const signedIn = await authenticate(request);
      await requireSecondFactorIfAny(pool, assuredBy(signedIn));
      const { friendly_name: name } = parseAuth(PasskeyName, request.body);
      const { id } = parseAuth(FactorPath, request.params);
      const renamed = await renamePasskey(pool, signedIn.user.id, id, name);
      if (!renamed) throw new AuthError('webauthn_credential_not_found');
      return { body: passkeyAnswer(renamed) };
    },
  },
  {
    method: 'delete',
    path: '/passkeys/:id',
    handle: async (request) => {
      const signedIn = await authenticate(request);
      const { id } = parseAuth(FactorPath, request.params);
      const place = await sessions.placeOf(request.device);
      const isFresh = reauthentication.isFresh(signedIn);
      await enrolment.unenrol(assuredBy(signedIn), id, { place, isFresh });
      return {};
    },
  },
];
