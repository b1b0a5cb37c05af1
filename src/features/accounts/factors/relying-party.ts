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
import type { Credential, NewPasskey } from '../store/passkeys.ts';
import type { User } from '../store/users.ts';

/** How long a person may take to answer their authenticator. */
export const CEREMONY_MS = 300_000;

/** What every authenticator has one of, and every release of Node checks. */
const ALGORITHMS = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];

/** Kept of a new credential. */
type Registered = Omit<NewPasskey, 'id' | 'userId' | 'friendlyName'>;

/** Kept of a credential's use. */
interface Used {
  readonly counter: number;
}

/** This service as WebAuthn sees it: makes the questions for authenticators, and checks their answers. */
export interface RelyingParty {
  registrationOptions(
    user: Pick<User, 'id' | 'email' | 'firstName' | 'lastName'>,
    known: readonly Credential[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON>;
  signInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Undefined for an answer that isn't right. */
  registered(response: RegistrationResponseJSON, challenge: string): Promise<Registered | undefined>;
  /** Undefined for an answer that isn't right, or whose counter shows that the credential was copied. */
  used(
    response: AuthenticationResponseJSON,
    challenge: string,
    credential: Credential,
  ): Promise<Used | undefined>;
}

/** What the answer of an authenticator is worth when the checks throw: nothing, whatever is wrong with it. */
const orUndefined = <Result>(checked: Promise<Result | undefined>): Promise<Result | undefined> =>
  checked.catch(() => undefined);

/**
 * @param publicUrl the site's origin: credentials are made for its host, and answers from elsewhere are refused
 * @param name whom browsers name when they ask
 */
export function createRelyingParty(publicUrl: string, name: string): RelyingParty {
  const { origin, hostname } = new URL(publicUrl);
  const rpID = domainToASCII(hostname);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };

  return {
    registrationOptions: (user, known) =>
      generateRegistrationOptions({
        rpName: name,
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
        // Kept by the authenticator, so that nobody has to type an address to sign in.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),

    signInOptions: () =>
      generateAuthenticationOptions({ rpID, timeout: CEREMONY_MS, userVerification: 'required' }),

    registered: (response, challenge) =>
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

    used: (response, challenge, credential) => {
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
