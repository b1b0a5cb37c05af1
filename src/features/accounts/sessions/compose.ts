import type { Pool } from 'pg';
import { postgresSourceSalts } from '../../../adapters/postgres/source-salts.ts';
import { deriveKey } from '../../../adapters/secrets/derived-keys.ts';
import { createSenderHashes } from '../../../adapters/secrets/sender-hashes.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createGuards } from './guards.ts';
import { createKnownAddresses } from './known-addresses.ts';
import { createNextToken } from './refresh-tokens.ts';
import { createSessions } from './sessions.ts';
import { createSignInCodes } from './sign-in-codes.ts';
import { createSignInLog } from './sign-in-events.ts';
import { createAuthenticate } from './signed-in.ts';
import { createSigningKeyRing, jwksEndpoints } from './signing-keys.ts';

export interface SessionsDeps {
  readonly pool: Pool;
  readonly keys: SealingKeys;
  readonly secretKey: string;
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** Makes everything about sessions: their tokens, and the guards and other parts that recognize callers. */
export function composeSessions({ pool, keys, secretKey, publicUrl, now }: SessionsDeps) {
  const ring = createSigningKeyRing({ pool, keys, now });
  const accessTokens = createAccessTokens(ring, publicUrl, now);
  const salts = postgresSourceSalts(pool);
  const hashesOf = createSenderHashes(deriveKey(secretKey, 'sign-in-source/v1'), salts, now);
  const record = createSignInLog(pool, now);
  const sessions = createSessions({
    pool,
    accessTokens,
    hashesOf,
    nextToken: createNextToken(deriveKey(secretKey, 'refresh-token/v1')),
    record,
    now,
  });
  return {
    accessTokens,
    hashesOf,
    record,
    sessions,
    knownAddresses: createKnownAddresses(pool, hashesOf),
    authenticate: createAuthenticate({ pool, accessTokens }),
    signInCodes: createSignInCodes({ pool, sessions, now }),
    keyEndpoints: jwksEndpoints(ring),
    guards: createGuards({ pool, accessTokens, now }),
    /** Guards that cache nothing, for responses that last long. */
    freshGuards: createGuards({ pool, accessTokens, now, keptMs: 0 }),
  };
}
