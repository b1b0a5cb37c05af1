import type { Request, RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { senderNetwork } from './network-address.ts';
import { refuse } from './refusal.ts';

/** Whom a request comes from, as far as the network and trusted proxies tell; an IPv6 network counts as one address. */
export const addressOf = (req: Request): string => senderNetwork(req, req.app.get('trust proxy fn'));

/**
 * Requests a minute from one address, for public writes and look-ups of secrets; 0 switches it off.
 * Counted per process.
 */
export function limitPerMinute(limit: number): RequestHandler {
  if (limit === 0) return (_req, _res, next) => next();
  const windowMs = 60_000;
  return rateLimit({
    windowMs,
    limit,
    standardHeaders: false,
    legacyHeaders: false,
    keyGenerator: (req) => addressOf(req),
    handler(req, _res, next) {
      const reset = (req as typeof req & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime;
      const wait = reset ? reset.getTime() - Date.now() : windowMs;
      next(refuse('too-many-requests', wait / 1000));
    },
  });
}
