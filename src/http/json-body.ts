import express, { type NextFunction, type RequestHandler } from 'express';
import type { ClientFault } from '../adapters/metrics.ts';
import { refuse } from './refusal.ts';

const LIMIT = '32kb';
const TYPES = ['json', '+json'];

/** Refuses a body that isn't JSON in UTF-8, which the parser would treat as an empty one. */
const jsonOnly: RequestHandler = (req, _res, next) => {
  const hasBody = req.get('Transfer-Encoding') !== undefined || Number(req.get('Content-Length') ?? 0) > 0;
  const isJson = req.is(TYPES) && !/;\s*charset=(?!"?utf-8\b)/i.test(req.get('Content-Type') ?? '');
  next(hasBody && !isJson ? refuse('unsupported-media-type') : undefined);
};

/** An error of body-parser: one of `http-errors`, some with a `type`. */
interface BodyError {
  readonly status?: number;
  readonly type?: string;
}

/**
 * Reads JSON bodies. Whatever is wrong with one is the client's fault and becomes a 4xx. It must not reach the error
 * handler as it is: errors of decompression and of broken connections look like those of a store that is away.
 *
 * @param requestFaulty called for a body that can't be decompressed or doesn't have the length it declares; broken
 *   connections are counted elsewhere
 */
export function jsonBodies(requestFaulty: (fault: ClientFault) => void): RequestHandler[] {
  const refuseBody = (error: unknown, next: NextFunction) => {
    const { status, type } = error as BodyError;
    if (status === 413) return next(refuse('payload-too-large'));
    if (status === 415) return next(refuse('unsupported-media-type'));
    if (type !== 'entity.parse.failed' && type !== 'request.aborted') requestFaulty('damaged');
    return next(refuse('malformed-body'));
  };
  const parse = express.json({ limit: LIMIT, type: TYPES });
  return [
    jsonOnly,
    (req, res, next) => parse(req, res, (error?: unknown) => (error ? refuseBody(error, next) : next())),
  ];
}
