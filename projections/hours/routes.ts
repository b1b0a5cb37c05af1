import express, { type Router } from 'express';
import type { Salon } from '../../src/contracts/salon.ts';
import type { ProjectedPositions } from '../engine/projected-positions.ts';
import { projected } from '../engine/read-model-route.ts';
import { hours } from './projection.ts';

export interface SalonRouterDeps {
  /** The public part of the profile, and the hours of now. */
  salon(): Promise<Salon>;
  readonly positions: ProjectedPositions;
}

/** `GET /api/salon`: who the salon is, and the opening hours as the weekly schedule has them. */
export function salonRouter({ salon, positions }: SalonRouterDeps): Router {
  const router = express.Router();
  router.get('/api/salon', projected(positions, hours), async (_req, res) => {
    res.json(await salon());
  });
  return router;
}
