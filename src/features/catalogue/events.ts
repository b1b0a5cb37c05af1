import { z } from 'zod';
import { ServiceIdField } from '../../contracts/fields.ts';
import { PublicGroup, ServiceCategory } from '../../contracts/salon/services.ts';
import { type EventOf, publicText } from '../../eventsourcing/event-types.ts';

/** Streams `service-<id>`, one for each service of the catalogue. */
export const SERVICE = 'service';
export const serviceStream = (serviceId: string): string => `${SERVICE}-${serviceId}`;

const offer = z.strictObject({
  name: publicText(200),
  description: publicText(2000),
  category: ServiceCategory,
  /** The group of the public list that shows the service. */
  publicGroup: PublicGroup,
  priceCents: z.int().min(0),
  /** Shown instead of the price; null shows the price. */
  priceText: publicText(100).nullable(),
  durationMinutes: z.int().min(15).multipleOf(15),
});
export type Offer = Readonly<z.infer<typeof offer>>;

export const serviceEventTypes = {
  ServiceAdded: {
    schemaVersion: 1,
    data: z.strictObject({ serviceId: ServiceIdField, ...offer.shape, active: z.boolean() }),
  },
  /** Contains the whole new offer. */
  ServiceChanged: { schemaVersion: 1, data: z.strictObject({ serviceId: ServiceIdField, ...offer.shape }) },
  ServiceActivated: { schemaVersion: 1, data: z.strictObject({ serviceId: ServiceIdField }) },
  ServiceDeactivated: { schemaVersion: 1, data: z.strictObject({ serviceId: ServiceIdField }) },
  ServiceRemoved: { schemaVersion: 1, data: z.strictObject({ serviceId: ServiceIdField }) },
  /** Staff have undone the removal. The service is again what it was. */
  ServiceRestored: {
    schemaVersion: 1,
    data: z.strictObject({ serviceId: ServiceIdField, ...offer.shape, active: z.boolean() }),
  },
};

export type ServiceEvent = EventOf<typeof serviceEventTypes>;
