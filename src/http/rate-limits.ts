import type { Request, RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { networkSender, senderNetwork } from './network-address.ts';
import { refuse } from './refusal.ts';

/** The network address that a request counts under, by its connection and trusted proxies; an IPv6 network counts as one. */
export const addressOf = (req: Request): string => senderNetwork(req, req.app.get('trust proxy fn'));

const WINDOW_MS = 60_000;
/** An IPv6 network of 48 bits has room for many households; it may do as much as so many of them. */
const HOUSEHOLDS_PER_NETWORK = 4;

const limited = (limit: number, keyOf: (req: Request) => string | undefined): RequestHandler =>
  rateLimit({
    windowMs: WINDOW_MS,
    limit,
    standardHeaders: false,
    legacyHeaders: false,
    skip: (req) => keyOf(req) === undefined,
    keyGenerator: (req) => keyOf(req) ?? '',
    handler(req, _res, next) {
      const reset = (req as typeof req & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime;
      const wait = reset ? reset.getTime() - Date.now() : WINDOW_MS;
      next(refuse('too-many-requests', { retryAfterSeconds: wait / 1000 }));
    },
  });

/**
 * Requests a minute from one address, and four times as many from an IPv6 network of 48 bits; 0 switches it off. Each limit
 * made here has a count of its own. Counted per process.
 */
export function limitPerMinute(limit: number): readonly RequestHandler[] {
  if (limit === 0) return [];
  return [
    limited(limit, addressOf),
    limited(HOUSEHOLDS_PER_NETWORK * limit, (req) => networkSender(addressOf(req)).network),
  ];
}
