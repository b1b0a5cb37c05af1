import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { isMissingTable, isOutage, isUnstorableText } from '../adapters/postgres/outage.ts';
import { PROBLEMS, type Problem, type ProblemCode } from '../contracts/problem.ts';
import { DeadlineExceeded } from '../eventsourcing/async/deadline.ts';
import { StoreUnavailable, WrongLog } from '../eventsourcing/event-store.ts';
import { UnreadableEvent } from '../eventsourcing/event-types.ts';
import { RuleBroken } from '../eventsourcing/streams/decider.ts';
import { type FieldError, InvalidRequest } from './operation/parse.ts';
import { Refused, refuse } from './refusal.ts';
import { contextOf } from './server/request-context.ts';

/** RFC 9457 problem details. */
export function problemOf(code: ProblemCode, errors?: readonly FieldError[]): Problem {
  const { status, detail } = PROBLEMS[code];
  return {
    type: `urn:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    ...(errors && { errors: [...errors] }),
  };
}

/** Answers with problem details. */
function sendProblem(res: Response, problem: Problem): void {
  res.status(problem.status).set('Cache-Control', 'no-store').type('application/problem+json');
  res.send(JSON.stringify(problem));
}

/** Problem codes for errors of body-parser and the router, by the error's status. */
export const REFUSED_BY_EXPRESS: { readonly [status: number]: ProblemCode } = {
  400: 'malformed-body',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
};

const isStoreDown = (error: Error) =>
  error instanceof StoreUnavailable ||
  error instanceof DeadlineExceeded ||
  isOutage(error) ||
  // A table of a read model is missing if the first projector hasn't created it yet.
  isMissingTable(error);

/** Whether it is Express's error for a client that left while a file was sent. Its code looks like that of a store that is lost. */
const isClientGone = (error: Error & { code?: unknown }, { socket }: Request) =>
  error.code === 'ECONNABORTED' && socket.destroyed;

export function problemCodeOf(error: unknown, req: Request): ProblemCode {
  if (error instanceof InvalidRequest || error instanceof Refused) return error.code;
  if (error instanceof RuleBroken)
    return error.code in PROBLEMS ? (error.code as ProblemCode) : 'internal-error';
  if (!(error instanceof Error)) return 'internal-error';
  if (error instanceof URIError) return 'not-found';
  if (isClientGone(error, req)) return 'malformed-request';
  if (error instanceof WrongLog) return 'wrong-log';
  if (isStoreDown(error)) return 'unavailable';
  if (isUnstorableText(error)) return 'validation-failed';
  if (error instanceof UnreadableEvent) return 'unreadable-record';
  const { status } = error as Error & { status?: unknown };
  return (typeof status === 'number' && REFUSED_BY_EXPRESS[status]) || 'internal-error';
}

/** Notes an error in the request's log line and, if it is the service's own fault, in the log. Returns the answer to it. */
export function noteFailure(error: unknown, req: Request, res: Response, logger: Pick<Logger, 'error'>) {
  const code = problemCodeOf(error, req);
  const context = contextOf(res);
  context.problem = code;
  if (PROBLEMS[code].status >= 500) {
    const { correlationId } = context;
    logger.error({ err: error, problem: code, method: req.method, correlationId }, 'A request failed.');
  }
  // An outage is answered like a refusal with its code.
  const { retryAfterSeconds } = error instanceof Refused ? error : refuse(code);
  return { code, retryAfterSeconds };
}

/** The one place where an error becomes a response. */
export function problemHandler(logger: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    if (res.headersSent) {
      logger.error({ err: error, method: req.method }, 'A response was cut off.');
      res.destroy();
      return;
    }
    const { code, retryAfterSeconds } = noteFailure(error, req, res, logger);
    if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds));
    if (PROBLEMS[code].status === 401) res.set('WWW-Authenticate', 'Bearer');
    const problem = problemOf(code, error instanceof InvalidRequest ? error.errors : undefined);
    const members = error instanceof Refused ? error.members : {};
    if (members.version !== undefined) res.set('ETag', `"${members.version}"`);
    sendProblem(res, { ...problem, ...members });
  };
}
