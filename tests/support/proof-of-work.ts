import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
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

/** Does the work of a challenge. */
export async function solved(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('the challenge has no solution');
  return { challenge, solution };
}
