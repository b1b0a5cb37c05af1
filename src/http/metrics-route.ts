import express, { type Router } from 'express';
import { privateCallersOnly } from './private-callers.ts';

/** `/metrics`, for a scraper on the same machine or network. */
export function metricsRoute(metrics: { text(): Promise<{ type: string; body: string }> }): Router {
  const router = express.Router();
  router.get('/metrics', privateCallersOnly(), async (_req, res) => {
    const { type, body } = await metrics.text();
    res.set({ 'Content-Type': type, 'Cache-Control': 'no-store' }).send(body);
  });
  return router;
}
