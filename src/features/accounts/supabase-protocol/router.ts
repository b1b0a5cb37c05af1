import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { Logger } from 'pino';
import { deadlineIn, withinDeadline } from '../../../eventsourcing/async/deadline.ts';
import { addressOf } from '../../../http/limits/rate-limits.ts';
import { bearerOf } from '../../../http/operation/caller.ts';
import { jsonBodies } from '../../../http/operation/json-body.ts';
import { goneOf } from '../../../http/operation/streaming.ts';
import { refuse } from '../../../http/refusal.ts';
import { authErrorHandler } from './auth-errors.ts';
import type { CallQueues } from './call-queues.ts';
import type { AuthReply, AuthRequest, Endpoint } from './endpoint.ts';

export const AUTH_PATH = '/auth/v1';

interface AuthRouterDeps {
  readonly endpoints: readonly Endpoint[];
  readonly queues: CallQueues;
  /** If it begins with `https:`, cookies are sent over TLS only. */
  readonly publicUrl: string;
  /** A response whose time must reveal nothing is sent after a multiple of this many milliseconds. */
  readonly evenStepMs?: number | undefined;
  readonly logger: Pick<Logger, 'error'>;
}

/** Longer than for other requests, since a burst of sign-ins waits for its hashes. */
const DEADLINE_MS = 30_000;
const DEVICE_COOKIE = 'device';
const DEVICE_COOKIE_MS = 400 * 86_400_000;
const USER_AGENT_MAX = 300;

function cookieOf(req: Request): string | undefined {
  const cookies = (req.get('Cookie') ?? '').split(';').map((cookie) => cookie.trim());
  const found = cookies
    .find((cookie) => cookie.startsWith(`${DEVICE_COOKIE}=`))
    ?.slice(DEVICE_COOKIE.length + 1);
  return found !== undefined && /^[\w-]{43}$/.test(found) ? found : undefined;
}

/** Parameters of the query or the path as texts. If one is sent twice, the last value counts. */
const textsOf = (values: Readonly<Record<string, unknown>>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value.at(-1) : value),
    ]),
  );

function requestOf(req: Request): AuthRequest {
  return {
    body: req.body ?? {},
    query: textsOf(req.query),
    params: textsOf(req.params),
    bearer: bearerOf(req),
    device: {
      userAgent: (req.get('User-Agent') ?? '').slice(0, USER_AGENT_MAX),
      address: addressOf(req),
      cookie: cookieOf(req),
    },
  };
}

/** The router of all endpoints of the protocol. Its errors have the protocol's format, too. */
export function authRouter({ endpoints, queues, publicUrl, evenStepMs, logger }: AuthRouterDeps): Router {
  const router = express.Router();
  const secure = publicUrl.startsWith('https:');

  function send(res: Response, { status, body, redirect, deviceCookie, maxAgeSeconds }: AuthReply) {
    res.set('Cache-Control', maxAgeSeconds === undefined ? 'no-store' : `public, max-age=${maxAgeSeconds}`);
    res.set('Referrer-Policy', 'no-referrer');
    if (deviceCookie !== undefined) {
      const maxAge = DEVICE_COOKIE_MS;
      res.cookie(DEVICE_COOKIE, deviceCookie, {
        httpOnly: true,
        sameSite: 'strict',
        path: AUTH_PATH,
        secure,
        maxAge,
      });
    }
    if (redirect !== undefined)
      res
        .status(status ?? 303)
        .set('Location', redirect)
        .end();
    else if (body === undefined) res.status(status ?? 204).end();
    else res.status(status ?? 200).json(body);
  }

  /** Programs that check links before a person opens them send `HEAD`, which must not use the link. */
  const notHead: RequestHandler = (req, _res, next) => next(req.method === 'HEAD' ? 'route' : undefined);

  /** A call keeps its place in the queue until its work is done, even if its deadline has long passed. */
  async function answer({ kindOf, isEven, handle }: Endpoint, request: AuthRequest, gone: AbortSignal) {
    const deadline = deadlineIn(DEADLINE_MS);
    const leave = await queues.enter(kindOf?.(request) ?? 'plain', request, gone);
    const work = handle(request).finally(leave);
    return withinDeadline(deadline, isEven?.(request) ? inEvenTime(work, evenStepMs) : work);
  }

  for (const endpoint of endpoints) {
    router[endpoint.method](
      `${AUTH_PATH}${endpoint.path}`,
      notHead,
      async (req: Request, _res: Response, next: NextFunction) => {
        const request = requestOf(req);
        await queues.count(endpoint.kindOf?.(request) ?? 'plain', request);
        next();
      },
      ...jsonBodies,
      async (req: Request, res: Response) => {
        send(res, await answer(endpoint, requestOf(req), goneOf(res)));
      },
    );
  }
  router.use(AUTH_PATH, () => {
    throw refuse('not-found');
  });
  router.use(AUTH_PATH, authErrorHandler(logger));
  return router;
}

/** Longer than the work of any of these calls, unless the machine is busy. */
export const EVEN_STEP_MS = 300;

/**
 * Settles after a multiple of a step of time. So the time doesn't reveal what was done, for example that a mail was sent because the
 * address has an account. On a busy machine the work takes longer than one step; then it settles at the end of the next step.
 */
export async function inEvenTime<Result>(work: Promise<Result>, stepMs = EVEN_STEP_MS): Promise<Result> {
  const began = performance.now();
  const [result] = await Promise.allSettled([work]);
  const took = performance.now() - began;
  const left = Math.max(1, Math.ceil(took / stepMs)) * stepMs - took;
  await new Promise((resolve) => setTimeout(resolve, left));
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
