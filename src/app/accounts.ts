import type { Router } from 'express';
import type { Metrics } from '../adapters/metrics.ts';
import { postgresSourceSalts } from '../adapters/postgres/source-salts.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { createAccessTokens } from '../features/accounts/access-tokens.ts';
import { createAuthenticate } from '../features/accounts/dialect/authenticated.ts';
import { jwksEndpoints } from '../features/accounts/dialect/jwks.ts';
import { logoutEndpoints } from '../features/accounts/dialect/logout.ts';
import { authRouter } from '../features/accounts/dialect/router.ts';
import { userEndpoints } from '../features/accounts/dialect/user.ts';
import { createGuards } from '../features/accounts/guards.ts';
import { createSessions } from '../features/accounts/sessions.ts';
import { createSigningKeyRing } from '../features/accounts/signing-keys.ts';
import { createSourceHash } from '../features/accounts/sources.ts';
import { jsonBodies } from '../http/json-body.ts';
import { limitPerMinute } from '../http/rate-limits.ts';
import type { AppContext } from './context.ts';
import type { Stores } from './stores.ts';

/** What the HTTP app needs of accounts. */
export interface Accounts {
  /** Everything below `/auth/v1`. */
  readonly router: Router;
  readonly guards: ReturnType<typeof createGuards>;
}

/** Wires sign-in. */
export function composeAccounts(
  { pool, keys }: Stores,
  { config, publicUrl, secretKey, now, logger }: AppContext,
  metrics: Metrics,
): Accounts {
  const ring = createSigningKeyRing({ pool, keys, now });
  const tokens = createAccessTokens(ring, publicUrl, now);
  const salts = postgresSourceSalts(pool);
  const sourceHash = createSourceHash(deriveKey(secretKey, 'sign-in-source/v1'), salts, now);
  const sessions = createSessions({ pool, tokens, sourceHash, now });
  const authenticate = createAuthenticate({ pool, tokens });
  return {
    guards: createGuards({ pool, tokens, now }),
    router: authRouter({
      endpoints: [
        ...jwksEndpoints(ring),
        ...userEndpoints({ pool, authenticate }),
        ...logoutEndpoints({ pool, sessions, authenticate }),
      ],
      bodies: jsonBodies(metrics.requestFaulty),
      limit: limitPerMinute(config.rateLimitPerMinute),
      publicUrl,
      logger,
    }),
  };
}
