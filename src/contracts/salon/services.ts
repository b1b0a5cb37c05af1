import { z } from 'zod';
import { ServiceIdField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { PUBLIC_GROUPS, SERVICE_CATEGORIES } from './groups.ts';

export const PublicGroup = z.enum(PUBLIC_GROUPS);
export type PublicGroup = z.infer<typeof PublicGroup>;

/** Categories in the admin area's form for services. */
export const ServiceCategory = z.enum(SERVICE_CATEGORIES);
export type ServiceCategory = z.infer<typeof ServiceCategory>;

/** The minutes of a service in which its stylist is free, from its start on. */
export const ServiceGap = z.object({ start: z.int().positive(), end: z.int().positive() });

/** A service as visitors see it. */
export const Service = z.object({
  id: ServiceIdField,
  name: z.string(),
  /** Minutes. */
  duration: z.int().positive(),
  /** Such as `2h 30min`. */
  durationText: z.string(),
  /** Words such as `Price Varies` or `$350+`. */
  price: z.string(),
  /** The minimum price, if the salon's price menu has one for the service. */
  starts_at_cents: z.int().min(0).optional(),
  category: PublicGroup,
});
export type Service = z.infer<typeof Service>;

/** `GET /api/services`: the active services, sorted by category, then by name. */
export const ServiceList = z.array(Service);

export const listServices = defineOperation({
  method: 'get',
  path: '/api/services',
  summary: 'Active services, by category, then name',
  caller: 'public',
  answer: { status: 200, body: ServiceList },
  isProjected: true,
});
