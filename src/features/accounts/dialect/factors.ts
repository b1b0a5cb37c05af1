import type { z } from 'zod';
import { FactorCode, FactorPath, NewChallenge, NewFactor } from '../../../contracts/auth-factors.ts';
import { AuthError } from '../auth-error.ts';
import type { Devices } from '../devices.ts';
import { assuredBy } from '../factors/assurance.ts';
import type { CodeChallenges } from '../factors/code-challenges.ts';
import type { Enrolment, WantedFactor } from '../factors/enrolment.ts';
import { guesserOf } from '../factors/guessers.ts';
import type { Reauthentication } from '../reauthentication.ts';
import type { Sessions } from '../sessions.ts';
import type { Authenticate } from './authenticated.ts';
import { type Endpoint, parseAuth } from './endpoint.ts';

interface FactorsDeps {
  readonly authenticate: Authenticate;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly enrolment: Enrolment;
  readonly challenges: CodeChallenges;
  readonly reauthentication: Pick<Reauthentication, 'isFresh' | 'requireFresh'>;
  /** A phone number as E.164; null when it can't be one. */
  readonly toE164: (phone: string) => string | null;
}

/** Authenticator apps and phones as second factors. */
export function factorEndpoints({
  authenticate,
  sessions,
  devices,
  enrolment,
  challenges,
  reauthentication,
  toE164,
}: FactorsDeps): readonly Endpoint[] {
  function wantedOf(factor: z.output<typeof NewFactor>): WantedFactor {
    const friendlyName = factor.friendly_name ?? '';
    if (factor.factor_type === 'totp')
      return { type: 'totp', friendlyName, issuer: factor.issuer?.trim() || undefined };
    const phone = toE164(factor.phone);
    if (phone === null)
      throw new AuthError('validation_failed', { text: 'Please enter a complete phone number.' });
    return { type: 'phone', friendlyName, phone };
  }

  return [
    {
      method: 'post',
      path: '/factors',
      handle: async (request) => {
        const signedIn = await authenticate(request);
        const session = assuredBy(signedIn);
        const wanted = wantedOf(parseAuth(NewFactor, request.body));
        await reauthentication.requireFresh(signedIn);
        const { id, invitation } = await enrolment.enrol(signedIn.user, session, wanted);
        const { type, friendlyName: friendly_name } = wanted;
        const body = { id, type, friendly_name };
        return {
          body: wanted.type === 'phone' ? { ...body, phone: wanted.phone } : { ...body, totp: invitation },
        };
      },
    },
    {
      method: 'post',
      path: '/factors/:id/challenge',
      handle: async (request) => {
        const session = assuredBy(await authenticate(request));
        parseAuth(NewChallenge, request.body);
        const { id: factorId } = parseAuth(FactorPath, request.params);
        const { id, type, expiresAt } = await challenges.ask(session, factorId, request.device.address);
        return { body: { id, type, expires_at: Math.floor(expiresAt.getTime() / 1000) } };
      },
    },
    {
      method: 'post',
      path: '/factors/:id/verify',
      handle: async (request) => {
        const signedIn = await authenticate(request);
        const { challenge_id: challengeId, code } = parseAuth(FactorCode, request.body);
        const { id: factorId } = parseAuth(FactorPath, request.params);
        const { device } = request;
        const place = await sessions.placeOf(device);
        const guesser = await guesserOf(devices, signedIn, device);
        const answer = { factorId, challengeId, code };
        const issued = await challenges.answer(assuredBy(signedIn), answer, place, guesser);
        const deviceCookie = await devices.rememberSecondFactor(device, issued.userId);
        return { body: await sessions.answer(issued), deviceCookie };
      },
    },
    {
      method: 'delete',
      path: '/factors/:id',
      handle: async (request) => {
        const signedIn = await authenticate(request);
        const { id } = parseAuth(FactorPath, request.params);
        const place = await sessions.placeOf(request.device);
        const isFresh = reauthentication.isFresh(signedIn);
        await enrolment.unenrol(assuredBy(signedIn), id, { place, isFresh });
        return { body: { id } };
      },
    },
  ];
}
