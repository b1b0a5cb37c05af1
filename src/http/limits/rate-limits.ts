import type { Request, RequestHandler } from 'express';
import { MemoryStore, type Options } from 'express-rate-limit';
import { refuse } from '../refusal.ts';
import { senderNetwork } from './network-address.ts';

/** The network address under which a request is counted. It follows from the connection and trusted proxies; see `networkOf`. */
export const addressOf = (req: Request): string => senderNetwork(req, req.app.get('trust proxy fn'));

const WINDOW_MS = 60_000;

/** Counts a request under a key. @throws Refused `too-many-requests` when there were too many in this minute */
export type MinuteLimit = (key: string) => Promise<void>;

/** Makes a limit of so many requests a minute; 0 means no limit. Each limit made here has its own count, in this process. */
export function createMinuteLimit(limit: number): MinuteLimit {
  if (limit === 0) return async () => {};
  const counts = new MemoryStore();
  counts.init({ windowMs: WINDOW_MS } as Options);
  return async (key) => {
    const { totalHits, resetTime } = await counts.increment(key);
    if (totalHits <= limit) return;
    const waitMs = resetTime ? resetTime.getTime() - Date.now() : WINDOW_MS;
    throw refuse('too-many-requests', { retryAfterSeconds: waitMs / 1000 });
  };
}

/** Limits the requests a minute from one address; 0 means no limit. */
export function limitPerMinute(limit: number): RequestHandler {
  const count = createMinuteLimit(limit);
  return async (req, _res, next) => {
    await count(addressOf(req));
    next();
  };
}
