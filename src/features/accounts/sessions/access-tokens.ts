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

/** What a valid access token says. */
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

/** Checked tokens are remembered: a check takes longer than many a query, and a page sends one token with all its requests. */
const MOST_PROVEN = 2_000;

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/**
 * JWTs that say a session was alive when they were made. Each is valid for an hour.
 *
 * @param publicUrl origin of this service, which its tokens name as their issuer
 */
export function createAccessTokens(ring: SigningKeyRing, publicUrl: string, now: () => Date) {
  const issuer = `${publicUrl}/auth/v1`;
  /** By the tokens' hashes. */
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

    /** Undefined for anything but a valid token of ours. */
    async verify(token: string): Promise<AccessClaims | undefined> {
      const keys = await ring.published();
      const name = hash('sha256', token, 'base64');
      const known = proven.get(name);
      // Only these can change: the time, and whether its key is still ours.
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
        // A token that names no key would be checked with any of ours. We make none like that.
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
