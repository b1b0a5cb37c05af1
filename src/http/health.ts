import express, { type Router } from 'express';
import { singleFlight } from '../eventsourcing/single-flight.ts';
import { privateCallers } from './private-callers.ts';

/** One part that must work before requests are let in. */
export interface ReadinessCheck {
  readonly name: string;
  /** Facts for the operator, such as a lag; `ready` decides. A rejection means not ready. */
  check(): Promise<{ readonly ready: boolean; readonly [fact: string]: unknown }>;
}

const CHECK_TIMEOUT_MS = 2_000;

async function outcome({ name, check }: ReadinessCheck): Promise<[string, { ready: boolean }]> {
  const tooSlow = new Promise<{ ready: boolean }>((resolve) => {
    setTimeout(() => resolve({ ready: false }), CHECK_TIMEOUT_MS).unref();
  });
  const result = await Promise.race([check(), tooSlow]).catch(() => ({ ready: false }));
  return [name, result];
}

/** So long an answer is given again: readiness is public, and finding it out costs queries. */
const KEPT_MS = 500;

/**
 * `/healthz`: the process answers. `/readyz`: every part of it works; 503 until then. What the parts say, with their lags
 * and errors, is told to private callers only.
 */
export function healthRoutes(checks: readonly ReadinessCheck[]): Router {
  const router = express.Router();
  const isPrivateCaller = privateCallers();
  let known = { at: Number.NEGATIVE_INFINITY, parts: {} as Readonly<Record<string, { ready: boolean }>> };

  const ask = singleFlight(async () => {
    const parts = Object.fromEntries(await Promise.all(checks.map(outcome)));
    known = { at: performance.now(), parts };
  });

  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  router.get('/readyz', async (req, res) => {
    if (performance.now() - known.at > KEPT_MS) await ask();
    const { parts } = known;
    const ready = Object.values(parts).every((part) => part.ready);
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not ready', ...(isPrivateCaller(req) ? parts : {}) });
  });

  return router;
}
