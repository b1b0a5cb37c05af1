import type { SigningKeyRing } from '../signing-keys.ts';
import type { Endpoint } from './endpoint.ts';

/** Far below the day that a key is published before it signs. */
const CACHED_SECONDS = 600;

/** The public keys by which anybody can check our tokens. */
export const jwksEndpoints = (ring: SigningKeyRing): readonly Endpoint[] => [
  {
    method: 'get',
    path: '/.well-known/jwks.json',
    kindOf: () => 'free',
    handle: async () => ({ body: { keys: await ring.published() }, maxAgeSeconds: CACHED_SECONDS }),
  },
];
