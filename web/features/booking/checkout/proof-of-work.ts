import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';
import type { Problem } from '../../../../src/contracts/problem.ts';

const TIMEOUT_MS = 30_000;
const MOST_WORKERS = 4;

/**
 * Solves the challenge of `proof-required` in a worker, so that the page stays responsive.
 *
 * @returns the `Booking-Proof` header; undefined if this browser can't, for example without https
 */
export async function solve(challenge: NonNullable<Problem['challenge']>): Promise<string | undefined> {
  const solution = await solveChallengeWorkers({
    challenge: challenge as unknown as Challenge,
    concurrency: Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS),
    createWorker: () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' }),
    timeout: TIMEOUT_MS,
  }).catch(() => null);
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
}
