import express, { type Router } from 'express';
import { singleFlight } from '../eventsourcing/single-flight.ts';
import { operatorsOf } from './private-callers.ts';

/** One part that must work before the process is sent requests. */
export interface ReadinessCheck {
  readonly name: string;
  /** Whether it is ready, and details for operators, such as a lag. A rejection means not ready. */
  check(): Promise<{ readonly ready: boolean; readonly [detail: string]: unknown }>;
}

const CHECK_TIMEOUT_MS = 2_000;

async function outcome({ name, check }: ReadinessCheck): Promise<[string, { ready: boolean }]> {
  const tooSlow = new Promise<{ ready: boolean }>((resolve) => {
    setTimeout(() => resolve({ ready: false }), CHECK_TIMEOUT_MS).unref();
  });
  const result = await Promise.race([check(), tooSlow]).catch(() => ({ ready: false }));
  return [name, result];
}

/** How long results are cached: anybody may request `/readyz`, and the checks cost queries. */
const CACHED_MS = 500;

/**
 * `/healthz`: the process responds. `/readyz`: every part of it works; 503 until then. Only operators get the
 * details of the parts, such as lags and errors.
 */
export function healthRoutes(checks: readonly ReadinessCheck[], publicUrl: string): Router {
  const router = express.Router();
  const isOperator = operatorsOf(publicUrl);
  let cached = { at: Number.NEGATIVE_INFINITY, parts: {} as Readonly<Record<string, { ready: boolean }>> };

  const checkAll = singleFlight(async () => {
    const parts = Object.fromEntries(await Promise.all(checks.map(outcome)));
    cached = { at: performance.now(), parts };
  });

  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  router.get('/readyz', async (req, res) => {
    if (performance.now() - cached.at > CACHED_MS) await checkAll();
    const { parts } = cached;
    const ready = Object.values(parts).every((part) => part.ready);
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not ready', ...(isOperator(req) ? parts : {}) });
  });

  return router;
}
