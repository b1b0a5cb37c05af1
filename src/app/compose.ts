import type { RequestListener } from 'node:http';
import { allProjections } from '../../projections/all.ts';
import { createPolledPositions } from '../../projections/engine/positions/polled-positions.ts';
import {
  createCheckpoints,
  createReadModelStates,
  modelsToAwait,
} from '../../projections/engine/read-model-states.ts';
import { assertSameLog } from '../adapters/event-log/log-identity.ts';
import { loadSalonProfile } from '../adapters/salon-profile/profile.ts';
import { openApi } from '../api-docs/openapi.ts';
import { apiDocs } from '../api-docs/routes.ts';
import { HOURS } from '../features/hours/events.ts';
import { healthRoutes } from '../http/server/health.ts';
import { metricsRoute } from '../http/server/metrics-route.ts';
import { loadSiteBuild, SITE_FOLDER } from '../site/build.ts';
import { composeAccounts } from './accounts.ts';
import { composeApi } from './api.ts';
import { catchUp } from './catching-up.ts';
import type { AppContext } from './context.ts';
import { welcomeFirstAdmin } from './first-admin.ts';
import { sampledMetrics } from './gauges.ts';
import { createApp, createOperatorApp } from './http-app.ts';
import { messagesOf } from './messages.ts';
import { publicContent } from './public-content.ts';
import { hoursAndServicesCheck, readinessChecks } from './readiness.ts';
import { composeSite } from './site.ts';
import { startWorkerThread } from './start-worker-thread.ts';
import { openStores } from './stores.ts';
import { composeWriteSide } from './write-side.ts';

/**
 * Wires the parts together: adapters outside, deciders and folds inside. `ROLE` says which of them run in this process:
 * the HTTP server, the projector with the process managers, or both.
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
  const workerThread = role === 'api' ? undefined : startWorkerThread(stores, context, projections);
  const checkpoints = createCheckpoints(pool, projections);
  const positions = workerThread?.positions ?? createPolledPositions(checkpoints, log.hurryNotices);
  const readModelStates = createReadModelStates(pool, log.lagAfter, projections);
  metrics.sample(...sampledMetrics(stores, workerThread, readModelStates));

  const base = {
    logger,
    publicUrl,
    trustProxy,
    metrics,
    operatorRoutes: [
      healthRoutes(
        [
          ...(await readinessChecks(
            { log, assertSameLog: () => assertSameLog({ pool, log, firstStream: HOURS }) },
            workerThread,
            readModelStates,
          )),
          hoursAndServicesCheck(writeSide.hoursAndServices, config),
        ],
        publicUrl,
      ),
      metricsRoute(metrics, publicUrl),
    ],
  };
  if (role === 'all') await catchUp({ log, positions, awaited, checkpoints }, ending);
  if (siteBuild === undefined) return createOperatorApp(base);
  await welcomeFirstAdmin(stores, context, profile);

  const content = publicContent(pool, profile, publicUrl);
  const accounts = composeAccounts(stores, context, profile);
  const messages = messagesOf(stores, context, profile);
  return createApp({
    ...base,
    auth: accounts.router,
    webhooks: messages.webhook(),
    site: await composeSite(siteBuild, writeSide.hoursAndServices, positions, context, profile, content),
    apiDocs: apiDocs(() => openApi(profile.name, publicUrl), SITE_FOLDER),
    api: await composeApi(
      stores,
      writeSide,
      positions,
      context,
      profile,
      content,
      accounts,
      messages,
      metrics,
    ),
  });
}
