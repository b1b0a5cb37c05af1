import type { RequestListener } from 'node:http';
import { allProjections } from '../../projections/all.ts';
import { createPolledPositions } from '../../projections/engine/polled-positions.ts';
import {
  createCheckpoints,
  createReadModelStates,
  modelsToAwait,
} from '../../projections/engine/read-model-states.ts';
import { loadSalonProfile } from '../adapters/salon-profile/profile.ts';
import { openApi } from '../api-docs/openapi.ts';
import { apiDocs } from '../api-docs/routes.ts';
import { untilAborted } from '../eventsourcing/until-aborted.ts';
import { healthRoutes } from '../http/health.ts';
import { metricsRoute } from '../http/metrics-route.ts';
import { loadSiteBuild, SITE_FOLDER } from '../site/build.ts';
import { composeApi } from './api.ts';
import type { AppContext } from './context.ts';
import { sampledMetrics } from './gauges.ts';
import { createApp, createOperationsApp } from './http-app.ts';
import { publicContent } from './public-content.ts';
import { hoursAndServicesCheck, readinessChecks } from './readiness.ts';
import { composeSite } from './site.ts';
import { openStores } from './stores.ts';
import { startWorkers } from './workers.ts';
import { composeWriteSide } from './write-side.ts';

/** How long a start waits for the read models before it lets requests in; `/readyz` tells the rest. */
const CATCH_UP_PATIENCE_MS = 10_000;

/**
 * Wires the parts together: adapters at the outside, deciders and folds within. `ROLE` says which of them run
 * in this process: what answers requests, what projects and keeps slots, or both.
 */
export async function compose(context: AppContext): Promise<RequestListener> {
  const { config, publicUrl, logger, metrics, ending } = context;
  const { role, trustProxy } = config;
  const profile = await loadSalonProfile(config.salonProfile);
  const siteBuild = role === 'projector' ? undefined : await loadSiteBuild();
  const stores = await openStores(context, metrics);
  const { log, pool, links } = stores;
  const writeSide = await composeWriteSide(stores, context, profile);

  const projections = allProjections(links);
  const awaited = await modelsToAwait(pool, projections);
  const workers = role === 'api' ? undefined : startWorkers(stores, context, projections);
  const positions = workers?.positions ?? createPolledPositions(createCheckpoints(pool, projections));
  const readModelStates = createReadModelStates(pool, log.lagAfter, projections);
  metrics.sample(...sampledMetrics(stores, workers, readModelStates));

  const operations = {
    logger,
    publicUrl,
    trustProxy,
    metrics,
    operations: [
      healthRoutes([
        ...(await readinessChecks(stores, workers, readModelStates)),
        hoursAndServicesCheck(writeSide.hoursAndServices, config),
      ]),
      metricsRoute(metrics),
    ],
  };
  if (role === 'all') {
    const written = await log.head();
    const caughtUp = awaited.map((name) => positions.reached(name, written, CATCH_UP_PATIENCE_MS));
    await untilAborted(Promise.all(caughtUp), ending);
  }
  if (siteBuild === undefined) return createOperationsApp(operations);

  const answers = publicContent(pool, profile, publicUrl);
  return createApp({
    ...operations,
    site: await composeSite(siteBuild, writeSide.hoursAndServices, positions, context, profile, answers),
    apiDocs: await apiDocs(openApi(profile.name, publicUrl), SITE_FOLDER),
    api: await composeApi(stores, writeSide, positions, context, profile, answers, metrics),
  });
}
