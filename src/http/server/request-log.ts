import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { EndedRequest } from '../../adapters/metrics.ts';
import { contextOf } from './request-context.ts';

/** It is no status of HTTP, but commonly used in logs for a client that closed the connection before it got the response. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Logs one line for each request. Code that handles the request adds to the request's context instead of logging lines of its own.
 * The line has the route's pattern instead of the path, since paths and queries may contain tokens and codes.
 */
export function requestLog(logger: Logger, ended: (request: EndedRequest) => void): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    res.on('close', () => {
      const path: unknown = req.route?.path;
      const route = typeof path === 'string' ? path : '(none)';
      const { method } = req;
      // Until a response is sent, Express's status is 200, which would be wrong for a client that left before.
      const status = res.headersSent ? res.statusCode : CLIENT_CLOSED_REQUEST;
      const ms = performance.now() - startedAt;
      ended({ method, route, status, seconds: ms / 1000 });
      if (!logger.isLevelEnabled('info')) return;
      const aborted = !res.writableFinished;
      logger.info(
        { method, route, status, ms: Math.round(ms * 10) / 10, aborted, ...contextOf(res) },
        'request',
      );
    });
    next();
  };
}
