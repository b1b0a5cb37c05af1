import { hash } from 'node:crypto';
import { createLocalJWKSet, errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Aal, AuthMethod } from './auth-methods.ts';
import { ALGORITHM, type SigningKeyRing, TOKEN_SECONDS } from './signing-keys.ts';

const AUDIENCE = 'authenticated';

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })),
});

/** The contents of a valid access token. */
export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly aal: Aal;
  readonly amr: readonly AuthMethod[];
}

interface SignedToken {
  readonly token: string;
  readonly expiresIn: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** A token whose signature was checked. */
interface Proven {
  readonly kid: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly claims: AccessClaims;
}

/** Number of checked tokens that are cached: a check takes longer than some queries, and a page sends one token with many requests. */
const MOST_PROVEN = 2_000;

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/**
 * Makes and checks JWTs. A JWT says that a session had not ended when the JWT was made. It is valid for an hour.
 *
 * @param publicUrl origin of this service, which its tokens name as their issuer
 */
export function createAccessTokens(ring: SigningKeyRing, publicUrl: string, now: () => Date) {
  const issuer = `${publicUrl}/auth/v1`;
  /** Checked tokens, by their hashes. */
  const proven = new LRUCache<string, Proven>({ max: MOST_PROVEN });
  return {
    async sign(
      { id, userId, aal, amr }: Omit<AccessClaims, 'sessionId'> & { readonly id: string },
      email: string,
    ): Promise<SignedToken> {
      const { kid, privateKey } = await ring.signer();
      const issuedAt = Math.floor(now().getTime() / 1000);
      const expiresAt = issuedAt + TOKEN_SECONDS;
      const token = await new SignJWT({ role: AUDIENCE, aal, session_id: id, amr, email })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(userId)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey);
      return { token, expiresIn: TOKEN_SECONDS, expiresAt };
    },

    /** The contents of a token; undefined if it isn't a valid token of this service. */
    async verify(token: string): Promise<AccessClaims | undefined> {
      const keys = await ring.published();
      const name = hash('sha256', token, 'base64');
      const known = proven.get(name);
      // Only two of the checked facts can change: the time, and whether the key is still published.
      const isStillValid =
        known && now().getTime() < known.expiresAt * 1000 && keys.some((key) => key.kid === known.kid);
      if (isStillValid) return known.claims;
      try {
        const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet({ keys: [...keys] }), {
          algorithms: [ALGORITHM],
          issuer,
          audience: AUDIENCE,
          currentDate: now(),
          requiredClaims: ['exp', 'iat', 'sub'],
        });
        const claims = Claims.safeParse(payload);
        // A token that names no key would be checked with each of our keys. We make no such tokens, so it is refused.
        if (!claims.success || protectedHeader.kid === undefined) return undefined;
        const { sub: userId, session_id: sessionId, aal, amr } = claims.data;
        const said: AccessClaims = { userId, sessionId, aal, amr };
        const { exp: expiresAt = 0 } = payload;
        proven.set(name, { kid: protectedHeader.kid, expiresAt, claims: said });
        return said;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
