import express, { type Router } from 'express';
import { operatorsOnly } from './private-callers.ts';

/** `/metrics`, for a scraper on the same machine or network. */
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
