import type { Router } from 'express';
import type { Config } from '../../adapters/config.ts';
import { assertSameLog } from '../../adapters/event-log/log-identity.ts';
import type { Metrics } from '../../adapters/metrics.ts';
import type { LiveProjections } from '../../eventsourcing/streams/live-projection.ts';
import { HOURS } from '../../features/hours/events.ts';
import { healthRoutes } from '../../http/server/health.ts';
import { metricsRoute } from '../../http/server/metrics-route.ts';
import type { ReadSide } from '../worker/read-side.ts';
import { type GaugedStores, sampledMetrics } from './gauges.ts';
import { hoursAndServicesCheck, readinessChecks } from './readiness.ts';

interface OperatorDeps {
  readonly stores: GaugedStores;
  readonly readSide: ReadSide;
  readonly hoursAndServices: LiveProjections;
  readonly config: Pick<Config, 'role'>;
  readonly metrics: Metrics;
  readonly publicUrl: string;
}

/** `/healthz`, `/readyz` and `/metrics` of a process that has started. */
export async function composeOperatorRoutes(deps: OperatorDeps): Promise<readonly Router[]> {
  const { stores, readSide, hoursAndServices, config, metrics, publicUrl } = deps;
  const { log, pool } = stores;
  const { worker, states } = readSide;
  metrics.sample(...sampledMetrics(stores, worker, states));
  const checks = await readinessChecks(
    { log, assertSameLog: () => assertSameLog({ pool, log, firstStream: HOURS }) },
    worker,
    states,
  );
  return [
    healthRoutes([...checks, hoursAndServicesCheck(hoursAndServices, config)], publicUrl),
    metricsRoute(metrics, publicUrl),
  ];
}
