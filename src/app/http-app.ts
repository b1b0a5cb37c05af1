import express, { type Express, type RequestHandler, type Router } from 'express';
import { OPERATIONS } from '../contracts/operations.ts';
import { routeOf } from '../http/operation/operation.ts';
import { problemHandler } from '../http/problem-details.ts';
import { refuse } from '../http/refusal.ts';
import { healthRoutes } from '../http/server/health.ts';
import { metricsRoute } from '../http/server/metrics-route.ts';
import { OPERATORS_PATHS, ownHostsOnly } from '../http/server/own-hosts.ts';
import { beginContext } from '../http/server/request-context.ts';
import { requestLog } from '../http/server/request-log.ts';
import { securityHeaders } from '../http/server/security.ts';
import type { AppContext } from './context.ts';

type OfEveryApp = Pick<AppContext, 'config' | 'publicUrl' | 'logger' | 'metrics' | 'now'>;

/** The dependencies of every process's HTTP app, whatever its role. */
interface BaseAppDeps extends OfEveryApp {
  /** `/healthz`, `/readyz` and `/metrics`. */
  readonly operatorRoutes: readonly Router[];
}

interface AppDeps extends BaseAppDeps {
  /** Every operation of the API. */
  readonly api: RequestHandler;
  /** Sign-in, in the protocol of the auth client. */
  readonly auth: Router;
  /** Routes that other services call. */
  readonly webhooks: RequestHandler;
  /** The API's documentation. */
  readonly apiDocs: Router;
  /** The public pages and their files. */
  readonly site: Router;
}

/** Answers 405 to methods that a path of the API doesn't have. */
function otherMethods(): Router {
  const router = express.Router();
  const byPath = Map.groupBy(OPERATIONS, ({ path }) => path);
  for (const [path, operations] of byPath) {
    const allowed = operations.flatMap(({ method }) =>
      method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
    );
    router.all(routeOf(path), (_req, res) => {
      res.set('Allow', allowed.join(', '));
      throw refuse('method-not-allowed');
    });
  }
  return router;
}

const notFound: RequestHandler = () => {
  throw refuse('not-found');
};

/** An app with the handlers that run before all others, and with the routes for operators. */
function createBaseApp({ config, publicUrl, logger, metrics, operatorRoutes, now }: BaseAppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.use(beginContext, requestLog(logger, metrics.requestEnded), securityHeaders(publicUrl));
  // The pages go by the service's clock, not by their visitor's.
  app.use((_req, res, next) => {
    res.set('Date', now().toUTCString());
    next();
  });
  app.use(ownHostsOnly(publicUrl));
  const operators = express.Router().use(...(operatorRoutes as [Router, ...Router[]]));
  app.use((req, res, next) => (OPERATORS_PATHS.includes(req.path) ? operators(req, res, next) : next()));
  return app;
}

/** The app of a process that answers only operators. */
export function createOperatorApp(deps: BaseAppDeps): Express {
  const app = createBaseApp(deps);
  app.use(notFound);
  app.use(problemHandler(deps.logger));
  return app;
}

/** The app that answers operators until the process has started: `/healthz` with 200, `/readyz` with 503. */
export const startingApp = (deps: OfEveryApp): Express =>
  createOperatorApp({
    ...deps,
    operatorRoutes: [
      healthRoutes([{ name: 'start', check: async () => ({ ready: false }) }], deps.publicUrl),
      metricsRoute(deps.metrics, deps.publicUrl),
    ],
  });

/** The whole HTTP app. It doesn't listen on a port; the caller gives it to a server. */
export function createApp(deps: AppDeps): Express {
  const app = createBaseApp(deps);
  app.use(deps.api);
  app.use(deps.auth);
  app.use(deps.webhooks);
  app.use(deps.apiDocs);
  app.use(otherMethods());
  app.use('/api', notFound);

  app.use(deps.site);
  app.use(notFound);
  app.use(problemHandler(deps.logger));
  return app;
}
