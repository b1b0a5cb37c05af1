import type { Request, RequestHandler } from 'express';
import { MemoryStore, type Options } from 'express-rate-limit';
import { refuse } from '../refusal.ts';
import { networkSender, senderNetwork } from './network-address.ts';

/** The network address that a request counts under, by its connection and trusted proxies; an IPv6 network counts as one. */
export const addressOf = (req: Request): string => senderNetwork(req, req.app.get('trust proxy fn'));

const WINDOW_MS = 60_000;
/** An IPv6 network of 48 bits has room for many households; it may do as much as this many of them. */
const HOUSEHOLDS_PER_NETWORK = 4;

/** What a request counts under, and how many times the limit is allowed there; once when left out. */
interface Counted {
  readonly key: string;
  readonly times?: number;
}

/** A network address, and the IPv6 network of 48 bits around it. */
export function countedAddress(address: string): readonly Counted[] {
  const { network } = networkSender(address);
  return [
    { key: address },
    ...(network === undefined ? [] : [{ key: network, times: HOUSEHOLDS_PER_NETWORK }]),
  ];
}

/** Counts a request. @throws Refused `too-many-requests` when there were too many in this minute */
export type MinuteLimit = (counted: readonly Counted[]) => Promise<void>;

/** Requests a minute, 0 for any number. Each limit made here has a count of its own, per process. */
export function createMinuteLimit(limit: number): MinuteLimit {
  if (limit === 0) return async () => {};
  const counts = new MemoryStore();
  counts.init({ windowMs: WINDOW_MS } as Options);
  return async (counted) => {
    for (const { key, times = 1 } of counted) {
      const { totalHits, resetTime } = await counts.increment(key);
      if (totalHits <= times * limit) continue;
      const waitMs = resetTime ? resetTime.getTime() - Date.now() : WINDOW_MS;
      throw refuse('too-many-requests', { retryAfterSeconds: waitMs / 1000 });
    }
  };
}

/** Requests a minute from one address, and four times as many from an IPv6 network of 48 bits; 0 switches it off. */
export function limitPerMinute(limit: number): readonly RequestHandler[] {
  const count = createMinuteLimit(limit);
  return [
    async (req, _res, next) => {
      await count(countedAddress(addressOf(req)));
      next();
    },
  ];
}
