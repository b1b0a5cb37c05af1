import type { PublicGroup, ServiceCategory } from '../../src/contracts/services.ts';
import { SERVICE, serviceEventTypes } from '../../src/features/catalogue/events.ts';
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

/** Name of the live table. */
export const SERVICES_TABLE = sqlName(services, table);
