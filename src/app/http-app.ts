import express, { type Express, type RequestHandler, type Router } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '../adapters/metrics.ts';
import { OPERATIONS } from '../contracts/operations.ts';
import { jsonBodies } from '../http/json-body.ts';
import { routeOf } from '../http/operation.ts';
import { ownHostsOnly } from '../http/own-hosts.ts';
import { problemHandler } from '../http/problem-details.ts';
import { refuse } from '../http/refusal.ts';
import { beginContext } from '../http/request-context.ts';
import { requestLog } from '../http/request-log.ts';
import { securityHeaders } from '../http/security.ts';

/** What every process answers with, whatever else it does. */
export interface OperationsDeps {
  readonly logger: Logger;
  readonly publicUrl: string;
  /** What `app.set('trust proxy')` takes; false without a proxy. */
  readonly trustProxy: boolean | number | string;
  /** `/healthz`, `/readyz` and `/metrics`. */
  readonly operations: readonly Router[];
  readonly metrics: Pick<Metrics, 'requestEnded' | 'requestFaulty'>;
}

export interface AppDeps extends OperationsDeps {
  /** Every operation of the API. */
  readonly api: Router;
  /** What describes the API. */
  readonly apiDocs: Router;
  /** The public pages and their files. */
  readonly site: Router;
}

/** Answers to a path that exists, asked with another method. */
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

/** What stands before everything, and the routes for operators. */
function openApp({ logger, publicUrl, trustProxy, operations, metrics }: OperationsDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy);
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.use(beginContext, requestLog(logger, metrics.requestEnded), securityHeaders(publicUrl));
  app.use(ownHostsOnly(publicUrl));
  app.use(...(operations as [Router, ...Router[]]));
  return app;
}

/** For a process that serves nobody but its operators. */
export function createOperationsApp(deps: OperationsDeps): Express {
  const app = openApp(deps);
  app.use(notFound);
  app.use(problemHandler(deps.logger));
  return app;
}

/** The whole HTTP side, without listening. */
export function createApp(deps: AppDeps): Express {
  const app = openApp(deps);
  app.use('/api', jsonBodies(deps.metrics.requestFaulty));
  app.use(deps.apiDocs);
  app.use(deps.api);
  app.use(otherMethods());
  app.use('/api', notFound);

  app.use(deps.site);
  app.use(notFound);
  app.use(problemHandler(deps.logger));
  return app;
}
