import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/**
 * One wide line per request. The route's pattern stands for the path, since paths and queries may hold tokens
 * and codes.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    res.on('close', () => {
      const route: string = req.route?.path ?? '(none)';
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      logger.info({ method: req.method, route, status: res.statusCode, ms, aborted: !res.writableFinished });
    });
    next();
  };
}
