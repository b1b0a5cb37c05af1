import express, { type NextFunction, type RequestHandler } from 'express';
import type { ClientFault } from '../adapters/metrics.ts';
import { refuse } from './refusal.ts';

const LIMIT = '32kb';
const TYPES = ['json', '+json'];

/** A body that isn't JSON, which is UTF-8 by definition, is refused and not read as an empty one. */
const jsonOnly: RequestHandler = (req, _res, next) => {
  const hasBody = req.get('Transfer-Encoding') !== undefined || Number(req.get('Content-Length') ?? 0) > 0;
  const isJson = req.is(TYPES) && !/;\s*charset=(?!"?utf-8\b)/i.test(req.get('Content-Type') ?? '');
  next(hasBody && !isJson ? refuse('unsupported-media-type') : undefined);
};

/** What body-parser says of a body that it can't read: `http-errors`, with a type of its own for some. */
interface BodyError {
  readonly status?: number;
  readonly type?: string;
}

/**
 * Reads JSON bodies. Whatever is wrong with one is the client's doing: a refusal with 4xx, never an error of ours,
 * although the errors of decompression and of broken connections look like those of a store that is away.
 *
 * @param requestFaulty told of a body that can't be decompressed or isn't as long as it says; a connection that breaks
 *   off is counted where it ends
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
