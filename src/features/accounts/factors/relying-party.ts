import { domainToASCII } from 'node:url';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG } from '@simplewebauthn/server/helpers';
import { parse } from 'uuid';
import type { User } from '../users/users.ts';
import type { Credential, NewPasskey } from './passkeys.ts';

/** How long people may take to react to their authenticator. */
export const CEREMONY_MS = 300_000;

/** Signature algorithms. Every authenticator supports one of them, and every release of Node can check all of them. */
const ALGORITHMS = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];

/** The stored fields of a new credential. */
type Registered = Omit<NewPasskey, 'id' | 'userId' | 'friendlyName'>;

/** If the check of a response throws, for whatever reason, the response counts as wrong. */
const orUndefined = <Result>(checked: Promise<Result | undefined>): Promise<Result | undefined> =>
  checked.catch(() => undefined);

export type RelyingParty = ReturnType<typeof createRelyingParty>;

/**
 * This service in its role as WebAuthn's relying party: makes the options for authenticators, and checks their responses.
 *
 * @param publicUrl the site's origin: credentials are made for its host, and responses from elsewhere are refused
 * @param name shown by browsers when they ask for a passkey
 */
export function createRelyingParty(publicUrl: string, name: () => string) {
  const { origin, hostname } = new URL(publicUrl);
  const rpID = domainToASCII(hostname);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };

  return {
    registrationOptions: (
      user: Pick<User, 'id' | 'email' | 'firstName' | 'lastName'>,
      known: readonly Credential[],
    ): Promise<PublicKeyCredentialCreationOptionsJSON> =>
      generateRegistrationOptions({
        rpName: name(),
        rpID,
        userID: Uint8Array.from(parse(user.id)),
        userName: user.email,
        userDisplayName: `${user.firstName} ${user.lastName}`.trim() || user.email,
        timeout: CEREMONY_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports],
        })),
        // The authenticator stores which account a credential is for, so nobody has to type an e-mail address to sign in.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),

    signInOptions: (): Promise<PublicKeyCredentialRequestOptionsJSON> =>
      generateAuthenticationOptions({ rpID, timeout: CEREMONY_MS, userVerification: 'required' }),

    /** Checks the response to a registration; undefined if it is wrong. */
    registered: (response: RegistrationResponseJSON, challenge: string): Promise<Registered | undefined> =>
      orUndefined(
        verifyRegistrationResponse({
          ...expected,
          response,
          expectedChallenge: challenge,
          supportedAlgorithmIDs: ALGORITHMS,
        }).then(
          ({ registrationInfo }) =>
            registrationInfo && {
              credentialId: registrationInfo.credential.id,
              publicKey: Buffer.from(registrationInfo.credential.publicKey),
              counter: registrationInfo.credential.counter,
              transports: response.response.transports ?? [],
            },
        ),
      ),

    /** Checks the response to a sign-in; undefined if it is wrong, or if its counter shows that the credential was copied. */
    used: (
      response: AuthenticationResponseJSON,
      challenge: string,
      credential: Credential,
    ): Promise<{ readonly counter: number } | undefined> => {
      const { userHandle } = response.response;
      const owner = Buffer.from(parse(credential.userId)).toString('base64url');
      if (userHandle !== undefined && userHandle !== owner) return Promise.resolve(undefined);
      return orUndefined(
        verifyAuthenticationResponse({
          ...expected,
          response,
          expectedChallenge: challenge,
          credential: {
            id: credential.credentialId,
            publicKey: Uint8Array.from(credential.publicKey),
            counter: credential.counter,
          },
        }).then(({ verified, authenticationInfo }) =>
          verified ? { counter: authenticationInfo.newCounter } : undefined,
        ),
      );
    },
  };
}
