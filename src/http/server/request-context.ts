import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { ProblemCode } from '../../contracts/problem.ts';

/** The fields that a request's log line contains beside its outcome. They are only ids and positions. */
export interface RequestContext {
  /** The same for everything that one request has caused, or several requests for which the caller chose the same id. */
  readonly correlationId: string;
  commandId?: string;
  /** How often the command was decided again because another process had been faster. */
  retries?: number;
  /** Position of the command's event. */
  position?: string;
  /** Position of the read models that a query read. */
  projectedPosition?: string;
  problem?: ProblemCode;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Gives each request its context. The caller may choose the correlation id. It is in the response, in the log line, and in the
 * metadata of every event that the request has caused, including events of process managers. Metadata is kept forever and isn't
 * sealed, so an id that isn't a UUID is ignored.
 */
export const beginContext: RequestHandler = (req, res, next) => {
  const given = req.get('X-Correlation-Id') ?? '';
  const correlationId = UUID.test(given) ? given.toLowerCase() : randomUUID();
  const context: RequestContext = { correlationId };
  res.locals.context = context;
  res.setHeader('X-Correlation-Id', correlationId);
  next();
};

/** The context of a request, to be read and added to. */
export const contextOf = (res: Response): RequestContext => res.locals.context;
