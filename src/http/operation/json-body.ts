import express, { type Request, type RequestHandler } from 'express';
import { REFUSED_BY_EXPRESS } from '../problem-details.ts';
import { type Refused, refuse } from '../refusal.ts';

const MOST_BYTES = 32_768;
const TYPES = ['json', '+json'];
/** The most levels of nested lists and objects. No operation needs more than four, and parsing thousands takes as long as a query. */
const MOST_LEVELS = 16;

const [QUOTE, BACKSLASH, LIST, OBJECT, LIST_END, OBJECT_END] = Buffer.from('"\\[{]}');

/** This runs for every body, so it compares single bytes: searching for each of the characters took fifty times as long. */
function isTooDeep(json: Buffer): boolean {
  let levels = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === LIST || byte === OBJECT) levels += 1;
    else if (byte === LIST_END || byte === OBJECT_END) levels -= 1;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
}

/** Whether a request has a body, by its headers. */
export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Refuses a body that isn't JSON in UTF-8, which the parser would treat as an empty one, and a compressed one. */
export const jsonOnly: RequestHandler = (req, _res, next) => {
  const isJson = req.is(TYPES) && !/;\s*charset=(?!"?utf-8\b)/i.test(req.get('Content-Type') ?? '');
  const isCompressed = (req.get('Content-Encoding') ?? 'identity') !== 'identity';
  next(hasBody(req) && (!isJson || isCompressed) ? refuse('unsupported-media-type') : undefined);
};

/** An error of body-parser. */
interface BodyError {
  readonly status?: number;
}

const TOO_LARGE: BodyError = { status: 413 };

const refuseBody = ({ status = 400 }: BodyError): Refused =>
  refuse(REFUSED_BY_EXPRESS[status] ?? 'malformed-body');

/**
 * Runs a parser of bodies, but refuses a body as soon as it is too large. By itself, body-parser would first read all of it.
 *
 * @param most the parser's own limit, in bytes
 */
export function refusingEarly(most: number, parse: RequestHandler): RequestHandler {
  return (req, res, next) => {
    let [left, isDone] = [most, false];
    const finish = (error?: unknown) => {
      if (isDone) return;
      isDone = true;
      req.off('data', count);
      next(error);
    };
    function count({ length }: Buffer) {
      left -= length;
      if (left < 0) finish(TOO_LARGE);
    }
    if (Number(req.get('Content-Length') ?? 0) > most) return finish(TOO_LARGE);
    req.on('data', count);
    parse(req, res, finish);
  };
}

const readJson = refusingEarly(
  MOST_BYTES,
  express.json({
    limit: MOST_BYTES,
    type: TYPES,
    // Compressed bodies are refused, since a limit applies only after decompression: 40 bytes of Brotli can cost 50 ms and 16 MB.
    inflate: false,
    verify(_req, _res, body) {
      if (isTooDeep(body)) throw new Error('too many levels');
    },
  }),
);

/**
 * Reads JSON bodies, and refuses compressed ones without reading them. Everything that is wrong with a body is the client's fault and
 * becomes a 4xx. The parser's errors must not reach the error handler unchanged, since errors of broken connections look like those
 * of a store that can't be reached.
 */
export const jsonBody: RequestHandler = (req, res, next) =>
  readJson(req, res, (error?: unknown) => next(error ? refuseBody(error as BodyError) : undefined));
