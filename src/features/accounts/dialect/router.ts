import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { Logger } from 'pino';
import { deadlineIn, withinDeadline } from '../../../eventsourcing/deadline.ts';
import { bearerOf } from '../../../http/bearer.ts';
import { jsonBodies } from '../../../http/json-body.ts';
import { addressOf } from '../../../http/rate-limits.ts';
import { refuse } from '../../../http/refusal.ts';
import { inEvenTime } from '../even-time.ts';
import type { Admission } from './admission.ts';
import type { AuthReply, AuthRequest, Endpoint } from './endpoint.ts';
import { authErrorHandler } from './errors.ts';

export const AUTH_PATH = '/auth/v1';

interface AuthRouterDeps {
  readonly endpoints: readonly Endpoint[];
  readonly admission: Admission;
  /** With `https:`, cookies are sent over TLS only. */
  readonly publicUrl: string;
  /** Answers that are to tell nothing by their time come after a whole number of these milliseconds. */
  readonly evenStepMs?: number | undefined;
  readonly logger: Pick<Logger, 'error'>;
}

/** Longer than other requests have, since a burst of sign-ins waits for its hashes. */
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

/** Text of the query and the path alone: of a parameter that is sent twice, the last. */
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

/** The router of all calls of the dialect; its errors are the dialect's, too. */
export function authRouter({ endpoints, admission, publicUrl, evenStepMs, logger }: AuthRouterDeps): Router {
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

  /** Programs that check links before a person opens them ask by `HEAD`: it must use nothing up. */
  const notHead: RequestHandler = (req, _res, next) => next(req.method === 'HEAD' ? 'route' : undefined);

  /** Its turn is over when the work is done, even if that is long after its answer was given up. */
  async function answer({ kindOf, isEven, handle }: Endpoint, request: AuthRequest, gone: AbortSignal) {
    const deadline = deadlineIn(DEADLINE_MS);
    const leave = await admission.enter(kindOf?.(request) ?? 'plain', request, gone);
    const work = handle(request).finally(leave);
    return withinDeadline(deadline, isEven?.(request) ? inEvenTime(work, evenStepMs) : work);
  }

  for (const endpoint of endpoints) {
    router[endpoint.method](
      `${AUTH_PATH}${endpoint.path}`,
      notHead,
      async (req: Request, _res: Response, next: NextFunction) => {
        const request = requestOf(req);
        await admission.count(endpoint.kindOf?.(request) ?? 'plain', request);
        next();
      },
      ...jsonBodies,
      async (req: Request, res: Response) => {
        const gone = new AbortController();
        res.once('close', () => {
          if (!res.writableFinished) gone.abort();
        });
        send(res, await answer(endpoint, requestOf(req), gone.signal));
      },
    );
  }
  router.use(AUTH_PATH, () => {
    throw refuse('not-found');
  });
  router.use(AUTH_PATH, authErrorHandler(logger));
  return router;
}
