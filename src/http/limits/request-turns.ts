import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getLive } from '../../contracts/live.ts';
import type { ProblemCode } from '../../contracts/problem.ts';
import { problemOf } from '../problem-details.ts';
import { hasBody } from '../server/arrival.ts';
import { createFairQueue, type FairQueueLimits } from './fair-queue.ts';

/** If more requests ran at once, they wouldn't end sooner, since they share one thread and a pool of database connections. */
const API: FairQueueLimits = {
  concurrency: 256,
  // Enough for all devices of a salon together. With 64, one address made requests of all others ten times slower.
  concurrencyPerSender: 8,
  maxWaiting: 4_096,
  timeoutMs: 4_000,
  startsPerLoop: 8,
  startsPerLoopInCrowd: 2,
  crowd: 64,
};

/**
 * For bursts of sign-ins. Nearly all work of a burst would otherwise be done before the first password is hashed. If sign-ins are
 * started slowly, but still faster than passwords are hashed, they end no later, and leave most of the time to everything else.
 */
const SPREAD = { startsPerLoop: 4, startsPerLoopInCrowd: 1, crowd: 8, pauseInCrowdMs: 8 } as const;

/** Pages and files are sent quickly, so the only limit is how many are started in one turn of the event loop. */
const SITE: FairQueueLimits = {
  ...API,
  concurrency: Number.POSITIVE_INFINITY,
  concurrencyPerSender: Number.POSITIVE_INFINITY,
};

/** The router ignores capitals in a path, so these tests do, too. */
const isApi = (url = '') => /^\/(?:api|webhooks|calendar)\b/i.test(url);
const isSignIn = (url = '') => /^\/auth\/v1\b/i.test(url);

/** A request that takes longer than this doesn't count as running any more. */
const LONG_MS = 5_000;
/** A stream stays open for hours, but costs almost nothing, so it isn't counted as running. */
const isStream = (url = '') => url.split('?', 1)[0] === getLive.path;

function refuse(res: ServerResponse, code: ProblemCode): void {
  const problem = problemOf(code);
  res.writeHead(problem.status, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'Retry-After': '1',
  });
  res.end(JSON.stringify(problem));
}

/** Whether a body must arrive before the request can be answered. Queries (GET and HEAD) are answered without one. */
const needsBody = (req: IncomingMessage) => req.method !== 'GET' && req.method !== 'HEAD' && hasBody(req);

/** How many bodies of one sender may be on their way at once. Those of all devices of a salon arrive within milliseconds. */
const MOST_ARRIVING = 16;

/** Counts the bodies that haven't arrived yet: a slow sender would otherwise take the connections of a proxy from everybody. */
function createArrivals() {
  const bySender = new Map<string, Set<IncomingMessage>>();
  /** False if too many of the sender's are on their way. */
  return (sender: string, req: IncomingMessage, res: ServerResponse): boolean => {
    const arriving = bySender.get(sender) ?? new Set<IncomingMessage>();
    for (const other of arriving) if (other.complete) arriving.delete(other);
    if (arriving.size >= MOST_ARRIVING) return false;
    bySender.set(sender, arriving.add(req));
    const { socket } = req;
    const over = () => {
      socket.off('close', over);
      arriving.delete(req);
      if (arriving.size === 0 && bySender.get(sender) === arriving) bySender.delete(sender);
    };
    req.once('close', over);
    // A request that is answered before its body has come isn't closed with its connection.
    res.once('finish', () => {
      if (!req.complete) socket.once('close', over);
    });
    return true;
  };
}

/**
 * A request counts only until its response is written, so that clients that read slowly make nobody wait. If the client leaves before
 * that, the request still counts until its handler has ended, since its queries go on: otherwise somebody who leaves again and again
 * would have any number of them under way.
 */
function releaseOnceAnswered(res: ServerResponse, release: () => void): void {
  const long = setTimeout(release, LONG_MS);
  const answered = () => {
    clearTimeout(long);
    release();
  };
  res.once('prefinish', answered).once('close', () => {
    if (res.headersSent) answered();
  });
}

/**
 * Queues requests fairly by network address, in three queues: the API and webhooks; sign-in; and the site, whose pages come from
 * memory and must not wait for queries. Requests are queued before any other work is done for them, so that a crowd of requests
 * costs little while it waits. Calls for sign-in are queued again once their body is read (`call-queues.ts`), since only the body
 * says which account a call is about.
 *
 * @param addressOf the network address that a request counts under
 */
export function inTurns(
  addressOf: (req: IncomingMessage) => string,
  handle: RequestListener,
  limits: FairQueueLimits = API,
): RequestListener {
  const api = createFairQueue(limits);
  const signIn = createFairQueue({ ...limits, ...SPREAD });
  const site = createFairQueue(SITE);
  const admitsBody = createArrivals();
  function enqueue(req: IncomingMessage, res: ServerResponse): void {
    const queue = isApi(req.url) ? api : isSignIn(req.url) ? signIn : site;
    // If the auth client were told to slow down (429), it would throw its session away.
    const refusal = queue === signIn ? 'unavailable' : 'too-many-requests';
    let cancel = () => {};
    const onClose = () => cancel();
    res.once('close', onClose);
    const address = addressOf(req);
    cancel = queue.enqueue(address, {
      start: (release) => {
        res.off('close', onClose);
        if (req.socket.destroyed) return release();
        if (needsBody(req) && !admitsBody(address, req, res)) {
          release();
          // The rest of the body is not waited for.
          res.setHeader('Connection', 'close');
          return refuse(res, refusal);
        }
        // A request whose body still has to arrive doesn't count as running, so that a slow body makes nobody wait.
        if (queue === site || needsBody(req) || isStream(req.url)) release();
        else releaseOnceAnswered(res, release);
        handle(req, res);
      },
      refuse: () => {
        res.off('close', onClose);
        refuse(res, refusal);
      },
    });
  }
  const known = new WeakSet<Socket>();
  return (req, res) => {
    const { socket } = req;
    if (known.has(socket)) return enqueue(req, res);
    known.add(socket);
    // The end of a new connection is read a turn after its first request. Whoever has left by then needs no answer.
    setImmediate(() => {
      setImmediate(() => {
        if (!socket.destroyed) enqueue(req, res);
      });
    });
  };
}
