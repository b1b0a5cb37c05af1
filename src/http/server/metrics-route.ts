import express, { type Router } from 'express';
import { operatorsOnly } from './private-callers.ts';

/**
 * `/metrics`, for a scraper on the same machine or network. It shows how much a salon books, so it must not be on the internet
 * because somebody forgot a rule in a proxy; there is no setting for it. A proxy that adds no header of its own would let it
 * through, but the limits per network address need `X-Forwarded-For` anyway.
 */
export function metricsRoute(
  metrics: { text(): Promise<{ type: string; body: string }> },
  publicUrl: string,
): Router {
  const router = express.Router();
  router.get('/metrics', operatorsOnly(publicUrl), async (_req, res) => {
    const { type, body } = await metrics.text();
    res.set({ 'Content-Type': type, 'Cache-Control': 'no-store' }).send(body);
  });
  return router;
}
