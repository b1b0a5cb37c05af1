import { z } from 'zod';
import { ServiceIdField } from '../../contracts/fields.ts';
import { PublicGroup, ServiceCategory } from '../../contracts/salon/services.ts';
import { type EventOf, extended, publicText } from '../../eventsourcing/event-types.ts';
import type { Gap } from '../../salon/parts.ts';

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
  /** The stretch in which the stylist is free, in minutes from the start of the service. */
  gap: z.strictObject({ start: z.int().positive(), end: z.int().positive() }).optional(),
});
export type Offer = Readonly<z.infer<typeof offer>>;

/** A change of an offer: fields that are left out stay as they are. */
export type OfferChange = Partial<Omit<Offer, 'gap'>> & { readonly gap?: Gap | null | undefined };

const hasGap = ({ gap }: Offer): boolean => gap !== undefined;

export const serviceEventTypes = {
  ServiceAdded: extended(
    z.strictObject({ serviceId: ServiceIdField, ...offer.shape, active: z.boolean() }),
    hasGap,
  ),
  /** Contains the whole new offer. */
  ServiceChanged: extended(z.strictObject({ serviceId: ServiceIdField, ...offer.shape }), hasGap),
  ServiceActivated: { schemaVersion: 1, data: z.strictObject({ serviceId: ServiceIdField }) },
  ServiceDeactivated: { schemaVersion: 1, data: z.strictObject({ serviceId: ServiceIdField }) },
  ServiceRemoved: { schemaVersion: 1, data: z.strictObject({ serviceId: ServiceIdField }) },
  /** Staff have undone the removal. The service is again what it was. */
  ServiceRestored: extended(
    z.strictObject({ serviceId: ServiceIdField, ...offer.shape, active: z.boolean() }),
    hasGap,
  ),
};

export type ServiceEvent = EventOf<typeof serviceEventTypes>;
