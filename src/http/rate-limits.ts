import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { TooMany } from './problem-details.ts';

/**
 * Requests a minute from one address, for public writes and look-ups of secrets; 0 switches it off.
 * An IPv6 network counts as one address. Counted per process.
 */
export function limitPerMinute(limit: number): RequestHandler {
  if (limit === 0) return (_req, _res, next) => next();
  const windowMs = 60_000;
  return rateLimit({
    windowMs,
    limit,
    standardHeaders: false,
    legacyHeaders: false,
    keyGenerator: (req) => ipKeyGenerator(req.ip ?? ''),
    handler(req, _res, next) {
      const reset = (req as typeof req & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime;
      const wait = reset ? reset.getTime() - Date.now() : windowMs;
      next(new TooMany('too-many-requests', wait / 1000));
    },
  });
}
