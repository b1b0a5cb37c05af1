import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { deriveKey as derivedKey } from '../../../src/adapters/secrets/derived-keys.ts';
import { TEST_SECRET_KEY } from '../server/secret-key.ts';
import { problemOf } from './http.ts';
import type { Answer } from './http-client.ts';

/** The challenge of a `proof-required`. */
export function challengeOf(answer: Answer): Challenge {
  const { challenge } = problemOf(answer);
  if (challenge === undefined) throw new Error('there is no challenge');
  return challenge as unknown as Challenge;
}

/** What a browser sends as `Booking-Proof`, as base64 of JSON. */
export const proofHeader = (proof: unknown): Readonly<Record<string, string>> => ({
  'Booking-Proof': Buffer.from(JSON.stringify(proof)).toString('base64'),
});

/**
 * A proof for the challenge's booking without the work: made with the service's own key, as a challenge whose solution is known.
 * That a browser's work is taken is shown where `solved` does it.
 */
export async function proofFor({ parameters: { data } }: Challenge) {
  const counter = 0;
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter,
    deriveKey,
    hmacSignatureSecret: derivedKey(TEST_SECRET_KEY, 'proof-of-work/v1').toString('hex'),
    ...(data && { data }),
    expiresAt: new Date(Date.now() + 600_000),
  });
  return solved(challenge);
}

export async function solved(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('the challenge has no solution');
  return { challenge, solution };
}
