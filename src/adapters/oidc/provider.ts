import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from 'openid-client';
import { limitedText } from '../limited-answer.ts';
import { errorCode } from '../startup-error.ts';
import type { OidcSettings } from './settings.ts';

/** Secrets by which a sign-in is recognized when the browser comes back; each sign-in has its own. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  /** PKCE between us and the service. */
  readonly verifier: string;
}

export interface OidcIdentity {
  /** The person's permanent id there. */
  readonly subject: string;
  /** Undefined unless the service has verified it. */
  readonly verifiedEmail: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
}

/** The service can't be reached. */
export class OidcUnavailable extends Error {
  override readonly name = 'OidcUnavailable';
}
/** The service has not confirmed the sign-in, or not in a way that can be trusted. */
export class OidcRefused extends Error {
  override readonly name = 'OidcRefused';
  /** The service's own word, such as `access_denied`. */
  readonly reason: string;
  constructor(reason: string, options?: ErrorOptions) {
    super(`the sign-in was not confirmed (${reason})`, options);
    this.reason = reason;
  }
}

/** A sign-in service run by somebody else. */
export interface OidcProvider {
  readonly name: string;
  readonly label: string;
  /** Returns the address to which the browser goes. @throws OidcUnavailable */
  begin(redirectUri: string, checks: OidcChecks): Promise<string>;
  /**
   * @param cameBackTo the address that the browser came back to, with its query
   * @throws OidcUnavailable, OidcRefused
   */
  finish(cameBackTo: URL, checks: OidcChecks): Promise<OidcIdentity>;
}

/** Limit of each of the at most four requests to the service. */
const TIMEOUT_SECONDS = 4;
/** Many times what such answers have; an endless one could take all memory before the time-out. */
const MOST_BYTES = 262_144;
/** Anybody may begin a sign-in, so a service that does not say how to reach it is left alone for a while. */
const DISCOVER_AGAIN_MS = 5_000;
/** We use the subject, the verified address, and the two names for a new account, so nothing else is asked for. */
export const SCOPES = ['openid', 'email', 'profile'];

/** Loaded with the first sign-in: most processes never need it. */
const library = () => import('openid-client');

/** `fetch`, but an answer that is too long counts as none. */
const limitedFetch: CustomFetch = async (url, options) => {
  const { body, status, statusText, headers } = await fetch(url, options as RequestInit);
  return new Response(body && (await limitedText(body, MOST_BYTES)), { status, statusText, headers });
};

function failure(error: unknown): Error {
  const code = errorCode(error) ?? '';
  const isAway =
    error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
  if (isAway) return new OidcUnavailable('the sign-in service does not answer', { cause: error });
  const reason = error instanceof Error && 'error' in error ? String(error.error) : code || 'no reason given';
  return new OidcRefused(reason, { cause: error });
}

/** Controls, and halves of surrogate pairs: no table takes them. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/gu;
const textOf = (value: unknown) =>
  typeof value === 'string' ? value.trim().slice(0, 100).replace(NO_TEXT, '').trim() : '';

/** OpenID Connect allows this length. */
const SUBJECT = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** @throws OidcRefused */
function identityOf(claims: IDToken | UserInfoResponse): OidcIdentity {
  if (!SUBJECT.test(claims.sub)) throw new OidcRefused('no usable subject');
  const isVerified = claims.email_verified === true && typeof claims.email === 'string';
  return {
    subject: claims.sub,
    verifiedEmail: isVerified ? String(claims.email) : undefined,
    firstName: textOf(claims.given_name),
    lastName: textOf(claims.family_name),
  };
}

export function createOidcProvider(settings: OidcSettings): OidcProvider {
  const { name, label, issuer, clientId, clientSecret } = settings;
  let known: Promise<Configuration> | undefined;
  let askAgainAt = Number.POSITIVE_INFINITY;

  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await library();
    const execute = [enableNonRepudiationChecks];
    if (issuer.startsWith('http:')) execute.push(allowInsecureRequests);
    return discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute,
      [customFetch]: limitedFetch,
    });
  }

  /** The service's configuration, requested once; after a failure, again, but not at once. */
  function configuration(): Promise<Configuration> {
    if (performance.now() >= askAgainAt) {
      known = undefined;
      askAgainAt = Number.POSITIVE_INFINITY;
    }
    known ??= discover().catch((error: unknown) => {
      askAgainAt = performance.now() + DISCOVER_AGAIN_MS;
      // Any failure here, even an answer of the service, is not a refusal: nobody has been asked to sign in yet.
      throw new OidcUnavailable('the sign-in service does not say how to reach it', { cause: error });
    });
    return known;
  }

  return {
    name,
    label,

    async begin(redirectUri, { state, nonce, verifier }) {
      const [config, { buildAuthorizationUrl, calculatePKCECodeChallenge }] = await Promise.all([
        configuration(),
        library(),
      ]);
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPES.join(' '),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },

    async finish(cameBackTo, { state, nonce, verifier }) {
      const config = await configuration();
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      try {
        const tokens = await authorizationCodeGrant(config, cameBackTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new OidcRefused('no identity');
        const hasEmail = claims.email !== undefined || !config.serverMetadata().userinfo_endpoint;
        return identityOf(hasEmail ? claims : await fetchUserInfo(config, tokens.access_token, claims.sub));
      } catch (error) {
        throw error instanceof OidcRefused ? error : failure(error);
      }
    },
  };
}
