import type { RequestHandler, Response } from 'express';
import type { AddressLimit } from '../../contracts/operation.ts';
import { goneOf } from '../operation/streaming.ts';
import { refuse } from '../refusal.ts';
import { createKeyedSemaphore } from './keyed-semaphore.ts';
import { addressOf, limitPerMinute } from './rate-limits.ts';

/** Enough for all devices of a salon together. */
const AT_ONCE = 8;
const DOWNLOADS_AT_ONCE = 2;
const MOST_WAITING = 256;

/** Calls `leave` when a request is no longer under way. */
function onAnswered(res: Response, leave: () => void): void {
  // If the client leaves before the answer is written, its queries go on, and so the request counts until its handler has ended:
  // otherwise somebody who leaves again and again would have any number of queries under way.
  res.once('prefinish', leave).once('close', () => {
    if (res.headersSent) leave();
  });
}

const tooMany = () => refuse('too-many-requests', { retryAfterSeconds: 1 });

/** Lets eight requests of a network address be under way at once. Others wait, and beyond 256 waiting ones they are refused. */
export function limitUnderWay(): RequestHandler {
  const enter = createKeyedSemaphore({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING });
  return async (req, res, next) => {
    const leave = await enter(addressOf(req), () => goneOf(res), tooMany);
    onAnswered(res, leave);
    next();
  };
}

/** Waits until a person or program may download one more file. They may download two at once, whatever addresses they call from. */
type DownloadLimit = (taker: string, res: Response) => Promise<void>;

function limitDownloads(): DownloadLimit {
  const enter = createKeyedSemaphore({ atOnce: DOWNLOADS_AT_ONCE, mostWaiting: MOST_WAITING });
  return async (taker, res) => {
    const leave = await enter(taker, () => goneOf(res), tooMany);
    if (res.closed) leave();
    else res.once('close', leave);
  };
}

/** Limits of the API's requests. */
export interface RequestLimits {
  readonly perMinute: Readonly<Record<AddressLimit, RequestHandler>>;
  readonly underWay: RequestHandler;
  readonly downloads: DownloadLimit;
}

/** @param perMinute most requests a minute of each kind from one address; 0 means no limits at all */
export const createRequestLimits = (perMinute: number): RequestLimits => ({
  perMinute: {
    'writes and secrets': limitPerMinute(perMinute),
    'costly queries': limitPerMinute(perMinute),
  },
  underWay: perMinute > 0 ? limitUnderWay() : (_req, _res, next) => next(),
  downloads: perMinute > 0 ? limitDownloads() : async () => {},
});
