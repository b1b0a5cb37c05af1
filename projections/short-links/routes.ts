import express, { type RequestHandler, type Router } from 'express';
import type { Pool } from 'pg';
import { type ShortLink, ShortLinkQuery } from '../../src/contracts/bookings.ts';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import { RuleBroken } from '../../src/eventsourcing/decider.ts';
import { parseQuery } from '../../src/http/parse.ts';
import type { ProjectedPositions } from '../engine/projected-positions.ts';
import { projected } from '../engine/read-model-route.ts';
import { SHORT_LINKS, SHORT_LINKS_TABLE, type ShortCodes } from './projection.ts';

export interface ShortLinksRouterDeps {
  readonly pool: Pool;
  readonly positions: ProjectedPositions;
  readonly links: ShortCodes & { tokenOf(bookingId: string): string };
  /** Per-address limit: a code is a secret that could be guessed at. */
  readonly perAddress: RequestHandler;
}

/** `GET /api/short-links?code=`. */
export function shortLinksRouter({ pool, positions, links, perAddress }: ShortLinksRouterDeps): Router {
  const router = express.Router();
  const query = {
    name: 'short-link',
    text: `select booking_id from ${SHORT_LINKS_TABLE} where code_hash = $1`,
  };
  router.get('/api/short-links', perAddress, projected(positions, SHORT_LINKS), async (req, res) => {
    const { code } = parseQuery(ShortLinkQuery, req);
    const { rows } = await pool.query<{ booking_id: string }>({
      ...query,
      values: [links.shortCodeHash(code)],
    });
    const [row] = rows;
    if (!row) throw new RuleBroken<ProblemCode>('short-link-not-found');
    const { booking_id } = row;
    const answer: ShortLink = { success: true, booking_id, management_token: links.tokenOf(booking_id) };
    res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).json(answer);
  });
  return router;
}
