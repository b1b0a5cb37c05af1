import compression from 'compression';
import express, { type Express, type RequestHandler, type Router } from 'express';
import type { Logger } from 'pino';
import { OPERATIONS } from './contracts/operations.ts';
import { RuleBroken } from './eventsourcing/decider.ts';
import { problemHandler } from './http/problem-details.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security.ts';
import { site } from './http/site.ts';

export interface AppDeps {
  readonly logger: Logger;
  readonly publicUrl: string;
  /** What `app.set('trust proxy')` takes; false without a proxy. */
  readonly trustProxy: boolean | number | string;
  /** `/healthz` and `/readyz`. */
  readonly health: Router;
  /** Every router of the API, from the features and the read models. */
  readonly api: readonly Router[];
  /** Folder of the built front end; null serves the API alone. */
  readonly siteFolder: string | null;
  readonly openApi: object;
}

/** Answers to a path that exists, asked with another method. */
function otherMethods(): Router {
  const router = express.Router();
  const byPath = Map.groupBy(OPERATIONS, ({ path }) => path);
  for (const [path, operations] of byPath) {
    const allowed = operations.flatMap(({ method }) =>
      method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
    );
    router.all(path, (_req, res) => {
      res.set('Allow', allowed.join(', '));
      throw new RuleBroken('method-not-allowed');
    });
  }
  return router;
}

const notFound: RequestHandler = () => {
  throw new RuleBroken('not-found');
};

const BODY_LIMIT = '32kb';

/** A body that isn't JSON, which is UTF-8 by definition, is refused and not read as an empty one. */
const jsonOnly: RequestHandler = (req, _res, next) => {
  const hasBody = req.get('Transfer-Encoding') !== undefined || Number(req.get('Content-Length') ?? 0) > 0;
  const isJson =
    req.is(['json', '+json']) && !/;\s*charset=(?!"?utf-8\b)/i.test(req.get('Content-Type') ?? '');
  next(hasBody && !isJson ? new RuleBroken('unsupported-media-type') : undefined);
};

/** The whole HTTP side, without listening. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', deps.trustProxy);
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.use(requestLog(deps.logger), securityHeaders(deps.publicUrl));
  app.use(deps.health);

  app.use('/api', (_req, res, next) => {
    res.set('Cache-Control', 'no-cache');
    next();
  });
  app.use('/api', jsonOnly, express.json({ limit: BODY_LIMIT, type: ['json', '+json'] }));
  app.get('/api/openapi.json', compression(), (_req, res) => {
    res.json(deps.openApi);
  });
  app.use(...(deps.api as [Router, ...Router[]]));
  app.use(otherMethods());
  app.use('/api', notFound);

  if (deps.siteFolder) app.use(site(deps.siteFolder));
  app.use(notFound);
  app.use(problemHandler(deps.logger));
  return app;
}
