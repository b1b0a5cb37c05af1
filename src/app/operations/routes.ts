import type { Router } from 'express';
import { assertSameLog } from '../../adapters/event-log/log-identity.ts';
import type { LiveProjections } from '../../eventsourcing/streams/live-projection.ts';
import { healthRoutes } from '../../http/server/health.ts';
import { metricsRoute } from '../../http/server/metrics-route.ts';
import type { AppContext } from '../context.ts';
import type { Stores } from '../stores.ts';
import type { ReadSide } from '../worker/read-side.ts';
import { sampledMetrics } from './gauges.ts';
import { diskCheck, hoursAndServicesCheck, readinessChecks } from './readiness.ts';

/** `/healthz`, `/readyz` and `/metrics` of a process that has started. */
export async function composeOperatorRoutes(
  stores: Stores,
  readSide: ReadSide,
  followed: LiveProjections,
  { config, metrics, publicUrl }: AppContext,
): Promise<readonly Router[]> {
  const { log, pool } = stores;
  const { worker, states } = readSide;
  metrics.sample(...sampledMetrics(stores, worker, states));
  const checks = await readinessChecks(
    { log, assertSameLog: () => assertSameLog({ pool, log }) },
    worker,
    states,
  );
  return [
    healthRoutes([...checks, diskCheck(pool), hoursAndServicesCheck(followed, config)], publicUrl),
    metricsRoute(metrics, publicUrl),
  ];
}
