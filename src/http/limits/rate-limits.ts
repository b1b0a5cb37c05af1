import type { Request, RequestHandler } from 'express';
import { MemoryStore, type Options } from 'express-rate-limit';
import { refuse } from '../refusal.ts';
import { networkSender, senderNetwork } from './network-address.ts';

/** The network address under which a request is counted. It follows from the connection and trusted proxies; see `networkOf`. */
export const addressOf = (req: Request): string => senderNetwork(req, req.app.get('trust proxy fn'));

const WINDOW_MS = 60_000;
/** An IPv6 network of 48 bits has room for many households. Together they may send as many requests as this many households. */
const HOUSEHOLDS_PER_NETWORK = 4;

/** A key under which a request is counted, and a factor by which the limit is higher there; 1 when left out. */
interface Counted {
  readonly key: string;
  readonly times?: number;
}

/** The keys of a network address: the address itself, and the IPv6 network of 48 bits around it. */
export function countedAddress(address: string): readonly Counted[] {
  const { network } = networkSender(address);
  return [
    { key: address },
    ...(network === undefined ? [] : [{ key: network, times: HOUSEHOLDS_PER_NETWORK }]),
  ];
}

/** Counts a request. @throws Refused `too-many-requests` when there were too many in this minute */
export type MinuteLimit = (counted: readonly Counted[]) => Promise<void>;

/** Makes a limit of so many requests a minute; 0 means no limit. Each limit made here has its own count, in this process. */
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

/** Limits the requests a minute from one address, and from an IPv6 network of 48 bits to four times as many; 0 means no limit. */
export function limitPerMinute(limit: number): readonly RequestHandler[] {
  const count = createMinuteLimit(limit);
  return [
    async (req, _res, next) => {
      await count(countedAddress(addressOf(req)));
      next();
    },
  ];
}
