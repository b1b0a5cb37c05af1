import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../adapters/config.ts';
import type { Metrics } from '../adapters/metrics.ts';
import { healthRoutes, type ReadinessCheck } from '../http/server/health.ts';
import { metricsRoute } from '../http/server/metrics-route.ts';
import { createOperatorApp } from './http-app.ts';

const START: ReadinessCheck = {
  name: 'start',
  check: async () => ({ ready: false }),
};

/** Answers operators until the process has started: `/healthz` is 200, `/readyz` 503. */
export const startingApp = (
  { trustProxy }: Pick<Config, 'trustProxy'>,
  publicUrl: string,
  logger: Logger,
  metrics: Metrics,
): RequestListener =>
  createOperatorApp({
    logger,
    publicUrl,
    trustProxy,
    metrics,
    operatorRoutes: [healthRoutes([START], publicUrl), metricsRoute(metrics, publicUrl)],
  });
