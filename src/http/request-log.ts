import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { EndedRequest } from '../adapters/metrics.ts';
import { contextOf } from './request-context.ts';

/** No status of HTTP's own: logs of web servers have it for a client that closed the connection first. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * One wide line per request. The route's pattern stands for the path, since paths and queries may hold tokens
 * and codes.
 */
export function requestLog(logger: Logger, ended: (request: EndedRequest) => void): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    res.on('close', () => {
      const path: unknown = req.route?.path;
      const route = typeof path === 'string' ? path : '(none)';
      const { method } = req;
      // Who left before there was an answer was told nothing, least of all that it went well.
      const status = res.headersSent ? res.statusCode : CLIENT_CLOSED_REQUEST;
      const ms = performance.now() - startedAt;
      ended({ method, route, status, seconds: ms / 1000 });
      const aborted = !res.writableFinished;
      logger.info(
        { method, route, status, ms: Math.round(ms * 10) / 10, aborted, ...contextOf(res) },
        'request',
      );
    });
    next();
  };
}
