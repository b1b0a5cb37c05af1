import express, { type Router } from 'express';
import { LRUCache } from 'lru-cache';
import { operatorsOf } from './private-callers.ts';

/** A check of one part that must work before the process may get requests. */
export interface ReadinessCheck {
  readonly name: string;
  /** Whether the part is ready, and details for operators, such as a lag. If it rejects, the part counts as not ready. */
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

/** How long results are cached, since anybody may request `/readyz`, and the checks need queries. */
const CACHED_MS = 500;

/**
 * The routes `/healthz`, which shows that the process responds, and `/readyz`, which is 503 until every part of the process works.
 * Only operators get the details of the parts, such as lags and errors.
 *
 * @param clock returns milliseconds that never go back
 */
export function healthRoutes(
  checks: readonly ReadinessCheck[],
  publicUrl: string,
  clock = () => performance.now(),
): Router {
  const router = express.Router();
  const isOperator = operatorsOf(publicUrl);
  const results = new LRUCache<'all', Readonly<Record<string, { readonly ready: boolean }>>>({
    max: 1,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now: clock },
    fetchMethod: async () => Object.fromEntries(await Promise.all(checks.map(outcome))),
  });

  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  router.get('/readyz', async (req, res) => {
    const parts = await results.forceFetch('all');
    const ready = Object.values(parts).every((part) => part.ready);
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not ready', ...(isOperator(req) ? parts : {}) });
  });

  return router;
}
