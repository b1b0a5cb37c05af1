import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Logger } from 'pino';
import { deadlineIn, withinDeadline } from '../../../eventsourcing/async/deadline.ts';
import { addressOf } from '../../../http/limits/rate-limits.ts';
import { bearerOf } from '../../../http/operation/caller.ts';
import { jsonBody, jsonOnly } from '../../../http/operation/json-body.ts';
import { goneOf } from '../../../http/operation/streaming.ts';
import { refuse } from '../../../http/refusal.ts';
import { authErrorHandler } from './auth-errors.ts';
import type { CallLimits } from './call-limits.ts';
import type { AuthAnswer, AuthRequest, Endpoint } from './endpoint.ts';

const AUTH_PATH = '/auth/v1';

interface AuthRouterDeps {
  readonly endpoints: readonly Endpoint[];
  readonly limits: CallLimits;
  /** A response whose time must reveal nothing is sent after a multiple of this many milliseconds. */
  readonly evenStepMs?: number | undefined;
  readonly logger: Pick<Logger, 'error'>;
}

/** Longer than for other requests, since a burst of sign-ins waits for its hashes. */
const DEADLINE_MS = 30_000;
const USER_AGENT_MAX = 300;

/** Parameters of the query or the path as texts. If one is sent twice, the last value counts. */
const textsOf = (values: Readonly<Record<string, unknown>>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value.at(-1) : value),
    ]),
  );

function requestOf(req: Request): Omit<AuthRequest, 'gone'> {
  return {
    body: req.body ?? {},
    query: textsOf(req.query),
    params: textsOf(req.params),
    bearer: bearerOf(req),
    device: {
      userAgent: (req.get('User-Agent') ?? '').slice(0, USER_AGENT_MAX),
      address: addressOf(req),
    },
  };
}

/** The router of all endpoints of the protocol. Its errors have the protocol's format, too. */
export function authRouter({ endpoints, limits, evenStepMs, logger }: AuthRouterDeps): Router {
  const router = express.Router();

  function send(res: Response, { status, body, redirect, maxAgeSeconds }: AuthAnswer) {
    res.set('Cache-Control', maxAgeSeconds === undefined ? 'no-store' : `public, max-age=${maxAgeSeconds}`);
    res.set('Referrer-Policy', 'no-referrer');
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

  for (const { method, path, isCounted = () => true, isEven, handle } of endpoints) {
    const count: RequestHandler = async (req, _res, next) => {
      const request = requestOf(req);
      if (isCounted(request)) await limits.perMinute(request);
      next();
    };
    router[method](
      `${AUTH_PATH}${path}`,
      notHead,
      jsonOnly,
      count,
      limits.underWay,
      jsonBody,
      async (req: Request, res: Response) => {
        const request = { ...requestOf(req), gone: goneOf(res) };
        const work = handle(request);
        const isInEvenTime = isEven?.(request) ?? false;
        send(
          res,
          await withinDeadline(deadlineIn(DEADLINE_MS), isInEvenTime ? inEvenTime(work, evenStepMs) : work),
        );
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
