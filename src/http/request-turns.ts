import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getLive } from '../contracts/live.ts';
import type { ProblemCode } from '../contracts/problem.ts';
import { createFairTurns, type TurnLimits } from './fair-turns.ts';
import { problemOf } from './problem-details.ts';

/** More at once would not be done sooner: they share one thread and a pool of database connections. */
const API: TurnLimits = {
  atOnce: 256,
  // Enough for a salon's devices together; with 64, one address slowed everybody else tenfold.
  atOncePerAddress: 8,
  waiting: 4_096,
  patienceMs: 4_000,
  aLoop: 8,
  aLoopInCrowd: 2,
  crowd: 64,
};

/**
 * For sign-ins. Nearly all the work of a burst comes before the first password is hashed, and hashing takes longest. Begun
 * slowly, but still faster than they are hashed, sign-ins end no later and leave most of the time to others.
 */
const SPREAD = { aLoop: 4, aLoopInCrowd: 1, crowd: 8, pauseInCrowdMs: 8 } as const;

/** Pages and files are sent quickly, so only how many are begun in one turn of the event loop is limited. */
const SITE: TurnLimits = {
  ...API,
  atOnce: Number.POSITIVE_INFINITY,
  atOncePerAddress: Number.POSITIVE_INFINITY,
};

/** As the router understands a path, which doesn't look at capitals. */
const isApi = (url = '') => /^\/(?:api|webhooks)\b/i.test(url);
const isSignIn = (url = '') => /^\/auth\/v1\b/i.test(url);

/** A request that takes longer no longer counts as under way. */
const LONG_MS = 5_000;
/** A stream stays open for hours, and costs next to nothing. */
const isStream = (url = '') => url.split('?', 1)[0] === getLive.path;

function refuse(res: ServerResponse, code: ProblemCode): void {
  const { status, ...problem } = problemOf(code);
  res.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'Retry-After': '1',
  });
  res.end(JSON.stringify({ ...problem, status }));
}

/** Whether a request has to send a body before it is answered; a query is answered without. */
const needsBody = ({ method, headers }: IncomingMessage) =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** A client that reads its answer slowly must not keep others waiting, so a request counts only until its answer is written. */
function doneOnceAnswered(res: ServerResponse, done: () => void): void {
  const long = setTimeout(done, LONG_MS);
  const answered = () => {
    clearTimeout(long);
    done();
  };
  res.once('prefinish', answered).once('close', answered);
}

/**
 * Lets requests begin in fair turns among network addresses, those of the API and of other services apart from those of sign-in and
 * of the site: pages are answered from memory and must not wait for queries. It runs before anything else is done for a request, so that
 * waiting requests cost little.
 *
 * @param addressOf the network address that a request counts under
 */
export function inTurns(
  addressOf: (req: IncomingMessage) => string,
  handle: RequestListener,
  limits: TurnLimits = API,
): RequestListener {
  const api = createFairTurns(limits);
  const signIn = createFairTurns({ ...limits, ...SPREAD });
  const site = createFairTurns(SITE);
  return (req, res) => {
    const turns = isApi(req.url) ? api : isSignIn(req.url) ? signIn : site;
    let withdraw = () => {};
    const onClose = () => withdraw();
    res.once('close', onClose);
    withdraw = turns.ask(addressOf(req), {
      begin: (done) => {
        res.off('close', onClose);
        // A body that arrives slowly must not keep others waiting.
        if (turns === site || needsBody(req) || isStream(req.url)) done();
        else doneOnceAnswered(res, done);
        handle(req, res);
      },
      refuse: () => {
        res.off('close', onClose);
        // The auth client would throw its session away at a 429.
        refuse(res, turns === signIn ? 'unavailable' : 'too-many-requests');
      },
    });
  };
}
