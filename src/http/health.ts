import express, { type Router } from 'express';

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

/** `/healthz`: the process answers. `/readyz`: every part of it does, with its lag; 503 until then. */
export function healthRoutes(checks: readonly ReadinessCheck[]): Router {
  const router = express.Router();

  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  router.get('/readyz', async (_req, res) => {
    const parts = Object.fromEntries(await Promise.all(checks.map(outcome)));
    const ready = Object.values(parts).every((part) => part.ready);
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not ready', ...parts });
  });

  return router;
}
