import express, { type Router } from 'express';
import {
  type Availability,
  AvailabilityDaysQuery,
  AvailabilityQuery,
} from '../src/contracts/availability.ts';
import { formatTime, type SalonDate } from '../src/contracts/salon-time.ts';
import { parseQuery } from '../src/http/parse.ts';
import { availability } from './availability.ts';
import type { AvailabilityReader, DayTimes } from './availability-reader.ts';
import type { ProjectedPositions } from './projected-positions.ts';
import { projected } from './read-model-route.ts';

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
