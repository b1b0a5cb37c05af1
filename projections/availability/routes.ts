import express, { type RequestHandler, type Router } from 'express';
import {
  type Availability,
  AvailabilityDaysQuery,
  AvailabilityQuery,
} from '../../src/contracts/availability.ts';
import { ManageAvailabilityQuery, ManageQuery } from '../../src/contracts/manage.ts';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import { RuleBroken } from '../../src/eventsourcing/decider.ts';
import { bookingFromToken } from '../../src/http/bearer.ts';
import { parseQuery } from '../../src/http/parse.ts';
import { formatTime, type Minutes, type SalonDate } from '../../src/salon/salon-time.ts';
import type { ProjectedPositions } from '../engine/projected-positions.ts';
import { projected } from '../engine/read-model-route.ts';
import { availability } from './projection.ts';
import type { AvailabilityReader, DayTimes } from './queries.ts';

/** A day's times as the contract has them. */
export const shownTimes = (date: SalonDate, { blocked, closed, starts }: DayTimes): Availability => ({
  date,
  blocked,
  closed,
  slots: starts.map(formatTime),
});

/** `GET /api/availability` and `GET /api/availability/days`. */
export function availabilityRouter({
  reader,
  positions,
}: {
  readonly reader: AvailabilityReader;
  readonly positions: ProjectedPositions;
}): Router {
  const router = express.Router();
  const upToDate = projected(positions, availability);

  router.get('/api/availability', upToDate, async (req, res) => {
    const { date, services, hold_id } = parseQuery(AvailabilityQuery, req);
    res.json(shownTimes(date, await reader.forServices(date, services, hold_id)));
  });

  router.get('/api/availability/days', upToDate, async (req, res) => {
    const { from, to, services } = parseQuery(AvailabilityDaysQuery, req);
    res.json(await reader.days(from, to, services));
  });

  return router;
}

/** What of a booking its free times depend on. */
interface MovableBooking {
  readonly slot_id: string;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
}

export interface ManageAvailabilityDeps {
  readonly reader: Pick<AvailabilityReader, 'forBooking'>;
  readonly positions: ProjectedPositions;
  readonly links: { bookingOf(token: string): string | null };
  bookingById(id: string): Promise<MovableBooking | null>;
  /** Name of the read model that `bookingById` reads. */
  readonly bookings: { readonly name: string };
  /** Per-address limit: a token is a secret that could be guessed at. */
  readonly perAddress: RequestHandler;
}

/** `GET /api/manage/availability`: free times for the booking that a private link belongs to. */
export function manageAvailabilityRouter(deps: ManageAvailabilityDeps): Router {
  const router = express.Router();
  const upToDate = projected(deps.positions, availability, deps.bookings);

  router.get('/api/manage/availability', deps.perAddress, upToDate, async (req, res) => {
    const { date } = parseQuery(ManageAvailabilityQuery, req);
    const { booking_id } = parseQuery(ManageQuery, req);
    const booking = await deps.bookingById(bookingFromToken(req, deps.links, booking_id));
    if (!booking) throw new RuleBroken<ProblemCode>('booking-not-found');
    const { slot_id: slotId, start_minute, end_minute } = booking;
    const times = await deps.reader.forBooking(date, { slotId, duration: end_minute - start_minute });
    res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).json(shownTimes(date, times));
  });

  return router;
}
