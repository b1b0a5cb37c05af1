import express, { type Router } from 'express';
import { singleFlight } from '../../eventsourcing/async/single-flight.ts';
import { operatorsOnly } from './private-callers.ts';

/**
 * The route `/metrics`, for a scraper on the same machine or network. The metrics show how much a salon books. They must not become
 * public because somebody forgot a rule in a proxy, so they are never served through a proxy, and no setting changes that. Requests
 * through a proxy are recognized by the headers that proxies add. A proxy without such headers wouldn't be recognized, but the limits
 * per network address need `X-Forwarded-For` anyway.
 */
export function metricsRoute(
  metrics: { text(): Promise<{ type: string; body: string }> },
  publicUrl: string,
): Router {
  const router = express.Router();
  // Scrapers that ask at once share one text, which takes long to write.
  const text = singleFlight(() => metrics.text());
  router.get('/metrics', operatorsOnly(publicUrl), async (_req, res) => {
    const { type, body } = await text();
    res.set({ 'Content-Type': type, 'Cache-Control': 'no-store' }).send(body);
  });
  return router;
}
