import { z } from 'zod';
import { ServiceIdField, StylistIdField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { OwnPicture } from './salon.ts';

/** A service as one stylist does it. Without own minutes or an own price, the catalogue's count. */
export const StylistService = z.object({
  id: ServiceIdField,
  minutes: z.int().positive().optional(),
  price_cents: z.int().min(0).optional(),
});
export type StylistService = z.infer<typeof StylistService>;

/** A picture of a stylist, who gives it its description. */
export const Portrait = OwnPicture.omit({ use: true, alt: true });
export type Portrait = z.infer<typeof Portrait>;

/** A stylist as visitors see them. */
export const PublicStylist = z.object({
  id: StylistIdField,
  name: z.string(),
  /** Such as `Color specialist`; empty for none. */
  title: z.string(),
  picture: Portrait.nullable(),
  /** Null for all that the salon offers. */
  services: z.array(StylistService).nullable(),
});
export type PublicStylist = z.infer<typeof PublicStylist>;

export const listStylists = defineOperation({
  method: 'get',
  path: '/api/stylists',
  summary: 'The stylists whom visitors can book, in the salon’s order',
  caller: 'public',
  answer: { status: 200, body: z.object({ stylists: z.array(PublicStylist) }) },
  isProjected: true,
  isShared: true,
});
