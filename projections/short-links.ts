import express, { type RequestHandler, type Router } from 'express';
import type { Pool } from 'pg';
import { type ShortLink, ShortLinkQuery } from '../src/contracts/bookings.ts';
import type { ProblemCode } from '../src/contracts/problem.ts';
import { RuleBroken } from '../src/eventsourcing/decider.ts';
import { BOOKING, bookingEventTypes, idOfBooking } from '../src/features/booking/events.ts';
import { parseQuery } from '../src/http/parse.ts';
import type { ProjectedPositions } from './projected-positions.ts';
import { defineTable, LIVE, type Projection, sqlName } from './projection.ts';
import { projected } from './read-model-route.ts';

/** Short codes are derived from the booking under a secret; only their hash is kept. */
export interface ShortCodes {
  shortCodeOf(bookingId: string): string;
  shortCodeHash(code: string): string;
}

type ShortLinkRow = {
  readonly booking_id: string;
  readonly code_hash: string;
};

const NAME = 'short_links';
const VERSION = 1;

/** Which booking a short link stands for. */
export function shortLinks(codes: ShortCodes): Projection {
  const table = defineTable({
    name: NAME,
    category: BOOKING,
    eventTypes: bookingEventTypes,
    key: 'booking_id',
    rowPerStream: true,
    columns: { booking_id: 'uuid', code_hash: 'text' },
    indexes: ['code_hash'],
    keyOf: (event) =>
      event.type === 'BookingRequested' || event.type === 'BookingDeleted' ? idOfBooking(event.stream) : null,
    evolve(row: ShortLinkRow | undefined, event): ShortLinkRow | null {
      switch (event.type) {
        case 'BookingRequested': {
          const bookingId = idOfBooking(event.stream);
          return { booking_id: bookingId, code_hash: codes.shortCodeHash(codes.shortCodeOf(bookingId)) };
        }
        case 'BookingDeleted':
          return null;
        default:
          return row ?? null;
      }
    },
  });
  return { name: NAME, version: VERSION, tables: [table] };
}

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
  const table = sqlName({ version: VERSION }, { name: NAME }, LIVE);
  const query = {
    name: 'short-link',
    text: `select booking_id from ${table} where code_hash = $1`,
  };
  router.get('/api/short-links', perAddress, projected(positions, { name: NAME }), async (req, res) => {
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
