import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { COMMAND_DEADLINE_MS, DeadlineExceeded } from '../eventsourcing/deadline.ts';
import { problemHandler } from './problem-details.ts';

/**
 * Gives up on a query when a command would be given up, whatever it waits for. Its handler goes on, since there is no
 * calling it back, and finds the answer sent.
 */
export function queryDeadline(logger: Logger): RequestHandler {
  const answer = problemHandler(logger);
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const giveUp = () => {
      // Not by way of `next`: by now it leads past the handlers of errors.
      if (!res.headersSent) answer(new DeadlineExceeded('gave up waiting for an answer'), req, res, next);
    };
    const timer = setTimeout(giveUp, COMMAND_DEADLINE_MS);
    res.once('close', () => clearTimeout(timer));
    next();
  };
}
