import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { ProblemCode } from '../contracts/problem.ts';

/** What a request's one line in the log tells besides its outcome; ids and positions only. */
export interface RequestFacts {
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
 * Begins every request's facts. The caller may name the correlation id, which goes into logs and event metadata
 * for good: so nothing but a UUID is taken, and any other text is passed over.
 */
export const beginFacts: RequestHandler = (req, res, next) => {
  const given = req.get('X-Correlation-Id') ?? '';
  const correlationId = UUID.test(given) ? given.toLowerCase() : randomUUID();
  const facts: RequestFacts = { correlationId };
  res.locals.facts = facts;
  res.set('X-Correlation-Id', correlationId);
  next();
};

/** The facts of a request, to be read and added to. */
export const factsOf = (res: Response): RequestFacts => res.locals.facts;

/** The same from where only the request is at hand. */
export function factsOfRequest({ res }: Request): RequestFacts {
  if (!res) throw new Error('a request that is being answered has a response');
  return factsOf(res);
}
