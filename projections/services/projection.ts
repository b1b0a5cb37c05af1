import type { PublicGroup, ServiceCategory } from '../../src/contracts/salon/services.ts';
import { type Offer, SERVICE, serviceEventTypes } from '../../src/features/catalogue/events.ts';
import type { Gap } from '../../src/salon/parts.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';

export type ServiceRow = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: ServiceCategory;
  readonly public_group: PublicGroup;
  readonly price_cents: number;
  readonly price_text: string | null;
  readonly duration_minutes: number;
  readonly gap: Gap | null;
  readonly active: boolean;
  readonly version: number;
};

const offerColumns = (data: Offer & { readonly serviceId: string }) => ({
  id: data.serviceId,
  name: data.name,
  description: data.description,
  category: data.category,
  public_group: data.publicGroup,
  price_cents: data.priceCents,
  price_text: data.priceText,
  duration_minutes: data.durationMinutes,
  gap: data.gap ?? null,
});

/** The services of the catalogue, with their earlier states. */
export const SERVICES = defineTable({
  name: 'services',
  streams: `${SERVICE}-`,
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
    gap: 'jsonb',
    active: 'boolean',
    version: 'integer',
  },
  versioned: { indexes: [] },
  keyOf: (event) => event.data.serviceId,
  evolve(row: ServiceRow | undefined, event): ServiceRow | null {
    const version = Number(event.revision) + 1;
    switch (event.type) {
      case 'ServiceAdded':
      case 'ServiceRestored':
        return { ...offerColumns(event.data), active: event.data.active, version };
      case 'ServiceChanged':
        return row ? { ...row, ...offerColumns(event.data), version } : null;
      case 'ServiceActivated':
        return row ? { ...row, active: true, version } : null;
      case 'ServiceDeactivated':
        return row ? { ...row, active: false, version } : null;
      case 'ServiceRemoved':
        return null;
    }
  },
});

/** The catalogue. */
export const services: Projection = { name: 'services', version: 4, tables: [SERVICES] };

/** Name of the live table. */
export const SERVICES_TABLE = sqlName(services, SERVICES);
