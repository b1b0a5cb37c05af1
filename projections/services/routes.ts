import express, { type Router } from 'express';
import type { Service } from '../../src/contracts/services.ts';
import type { ProjectedPositions } from '../engine/projected-positions.ts';
import { projected } from '../engine/read-model-route.ts';
import { services } from './projection.ts';

export interface ServicesRouterDeps {
  serviceList(): Promise<readonly Service[]>;
  readonly positions: ProjectedPositions;
}

/** `GET /api/services`. */
export function servicesRouter({ serviceList, positions }: ServicesRouterDeps): Router {
  const router = express.Router();
  router.get('/api/services', projected(positions, services), async (_req, res) => {
    res.json(await serviceList());
  });
  return router;
}
