import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { ProblemCode } from '../contracts/problem.ts';

/** What the one log line of a request says besides its outcome; ids and positions only. */
export interface RequestContext {
  /** Ties together everything that one request, or one caller's several, caused. */
  readonly correlationId: string;
  commandId?: string;
  /** How often the command was decided again because another process had been faster. */
  retries?: number;
  /** Where the command's event stands in the log. */
  position?: string;
  /** How far the rows were that a query answered from. */
  projectedPosition?: string;
  problem?: ProblemCode;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Gives each request its context. The caller may choose the correlation id; it is kept in logs and event metadata for
 * good, so only a UUID is accepted and any other text is ignored.
 */
export const beginContext: RequestHandler = (req, res, next) => {
  const given = req.get('X-Correlation-Id') ?? '';
  const correlationId = UUID.test(given) ? given.toLowerCase() : randomUUID();
  const context: RequestContext = { correlationId };
  res.locals.context = context;
  res.set('X-Correlation-Id', correlationId);
  next();
};

/** The context of a request, to be read and added to. */
export const contextOf = (res: Response): RequestContext => res.locals.context;
