import express, { type Router } from 'express';
import type { Pool } from 'pg';
import { dollars } from '../src/contracts/money.ts';
import { formatDuration } from '../src/contracts/salon-time.ts';
import type { PublicGroup, Service, ServiceCategory } from '../src/contracts/services.ts';
import { SERVICE, serviceEventTypes } from '../src/features/catalogue/events.ts';
import type { ProjectedPositions } from './projected-positions.ts';
import { defineTable, type Projection, sqlName } from './projection.ts';
import { projected } from './read-model-route.ts';

type ServiceRow = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: ServiceCategory;
  readonly public_group: PublicGroup;
  readonly price_cents: number;
  readonly price_text: string | null;
  readonly duration_minutes: number;
  readonly active: boolean;
};

const table = defineTable({
  name: 'services',
  category: SERVICE,
  eventTypes: serviceEventTypes,
  key: 'id',
  columns: {
    id: 'text',
    name: 'text',
    description: 'text',
    category: 'text',
    public_group: 'text',
    price_cents: 'integer',
    price_text: 'text',
    duration_minutes: 'integer',
    active: 'boolean',
  },
  keyOf: (event) => event.data.serviceId,
  evolve(row: ServiceRow | undefined, event): ServiceRow | null {
    switch (event.type) {
      case 'ServiceAdded':
      case 'ServiceChanged': {
        const { serviceId, name, description, category, publicGroup } = event.data;
        const { priceCents, priceText, durationMinutes } = event.data;
        return {
          id: serviceId,
          name,
          description,
          category,
          public_group: publicGroup,
          price_cents: priceCents,
          price_text: priceText,
          duration_minutes: durationMinutes,
          active: event.type === 'ServiceAdded' ? event.data.active : (row?.active ?? true),
        };
      }
      case 'ServiceActivated':
        return row ? { ...row, active: true } : null;
      case 'ServiceDeactivated':
        return row ? { ...row, active: false } : null;
      case 'ServiceRemoved':
        return null;
    }
  },
});

/** The catalogue. */
export const services: Projection = { name: 'services', version: 1, tables: [table] };

const TABLE = sqlName(services, table);

/** What people read as the price: the salon's words, or dollars. */
const priceOf = ({ price_text, price_cents }: ServiceRow) => price_text ?? dollars(price_cents);

const shown = (row: ServiceRow): Service => ({
  id: row.id,
  name: row.name,
  duration: row.duration_minutes,
  durationText: formatDuration(row.duration_minutes),
  price: priceOf(row),
  category: row.public_group,
});

/** The active services, as `GET /api/services` shows them. */
export function createServiceList(pool: Pool) {
  return async (): Promise<readonly Service[]> => {
    const { rows } = await pool.query<ServiceRow>({
      name: 'services-public',
      text: `select * from ${TABLE} where active order by public_group, name, id`,
    });
    return rows.map(shown);
  };
}

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
