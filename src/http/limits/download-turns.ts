import type { Response } from 'express';
import { goneOf } from '../operation/streaming.ts';
import { refuse } from '../refusal.ts';
import { createFairQueue } from './fair-queue.ts';

/** One person or program makes so many files at once, whatever addresses its requests come from. */
const AT_ONCE = 2;
const MOST_WAITING = 256;
const TIMEOUT_MS = 4_000;

/**
 * Makes the limit of downloads. A download has its turn until its response has ended.
 *
 * @returns waits for a turn; throws Refused `too-many-requests` after four seconds
 */
export function createDownloadTurns(): (taker: string, res: Response) => Promise<void> {
  const queue = createFairQueue({
    concurrency: Number.POSITIVE_INFINITY,
    concurrencyPerSender: AT_ONCE,
    maxWaiting: MOST_WAITING,
    timeoutMs: TIMEOUT_MS,
  });
  return async (taker, res) => {
    const tooMany = () => refuse('too-many-requests', { retryAfterSeconds: 1 });
    const release = await queue.acquire(taker, goneOf(res), tooMany);
    if (res.closed) release();
    else res.once('close', release);
  };
}
