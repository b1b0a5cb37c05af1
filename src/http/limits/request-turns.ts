import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getLive } from '../../contracts/live.ts';
import type { ProblemCode } from '../../contracts/problem.ts';
import { problemOf } from '../problem-details.ts';
import { createFairQueue, type FairQueueLimits } from './fair-queue.ts';

/** More at once would not end sooner: they share one thread and a pool of database connections. */
const API: FairQueueLimits = {
  concurrency: 256,
  // Enough for a salon's devices together; with 64, one address slowed everybody else tenfold.
  concurrencyPerSender: 8,
  maxWaiting: 4_096,
  timeoutMs: 4_000,
  startsPerLoop: 8,
  startsPerLoopInCrowd: 2,
  crowd: 64,
};

/**
 * Of a burst of sign-ins. Nearly all it costs comes before the first password is hashed. Started slowly, but faster than they are
 * hashed, sign-ins end no later and leave most of the time to everything else.
 */
const SPREAD = { startsPerLoop: 4, startsPerLoopInCrowd: 1, crowd: 8, pauseInCrowdMs: 8 } as const;

/** Pages and files are sent quickly, so only how many are started in one turn of the event loop is limited. */
const SITE: FairQueueLimits = {
  ...API,
  concurrency: Number.POSITIVE_INFINITY,
  concurrencyPerSender: Number.POSITIVE_INFINITY,
};

/** As the router understands a path, which doesn't look at capitals. */
const isApi = (url = '') => /^\/(?:api|webhooks)\b/i.test(url);
const isSignIn = (url = '') => /^\/auth\/v1\b/i.test(url);

/** A request that takes longer no longer counts as running. */
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

/** A request counts only until its response is written, since a slow reader keeps nobody waiting. */
function releaseOnceAnswered(res: ServerResponse, release: () => void): void {
  const long = setTimeout(release, LONG_MS);
  const answered = () => {
    clearTimeout(long);
    release();
  };
  res.once('prefinish', answered).once('close', answered);
}

/**
 * Queues requests fairly by network address, in three queues: the API and webhooks, sign-in, and the site, whose pages come from
 * memory and must not wait for queries. It comes before all other work for a request, so that a crowd costs little until its turn.
 * Sign-in queues its calls once more when their body is read (`admission.ts`), since only that tells whose account they are about.
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
  return (req, res) => {
    const queue = isApi(req.url) ? api : isSignIn(req.url) ? signIn : site;
    let cancel = () => {};
    const onClose = () => cancel();
    res.once('close', onClose);
    cancel = queue.enqueue(addressOf(req), {
      start: (release) => {
        res.off('close', onClose);
        // A body that is slow to arrive keeps nobody waiting.
        if (queue === site || needsBody(req) || isStream(req.url)) release();
        else releaseOnceAnswered(res, release);
        handle(req, res);
      },
      refuse: () => {
        res.off('close', onClose);
        // The auth client would throw its session away if it were told to slow down.
        refuse(res, queue === signIn ? 'unavailable' : 'too-many-requests');
      },
    });
  };
}
