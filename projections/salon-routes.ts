import express, { type Router } from 'express';
import type { OpeningHours, Salon } from '../src/contracts/salon.ts';
import { hours } from './hours.ts';
import type { ProjectedPositions } from './projected-positions.ts';
import { projected } from './read-model-route.ts';

export interface SalonRouterDeps {
  /** The public part of the profile, without the hours. */
  readonly salon: Omit<Salon, 'opening_hours'>;
  openingHours(): Promise<readonly OpeningHours[]>;
  readonly positions: ProjectedPositions;
}

/** `GET /api/salon`: who the salon is, and the opening hours as the weekly schedule has them. */
export function salonRouter({ salon, openingHours, positions }: SalonRouterDeps): Router {
  const router = express.Router();
  router.get('/api/salon', projected(positions, hours), async (_req, res) => {
    const answer: Salon = { ...salon, opening_hours: [...(await openingHours())] };
    res.json(answer);
  });
  return router;
}
