import { z } from 'zod';
import type { Stylist } from '../../salon/team.ts';
import { clocksOf } from '../../salon/time-text.ts';
import { ClockField, EndClockField, ServiceIdField, StylistIdField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { OwnPicture } from './salon.ts';

/** A service as one stylist does it. Without own minutes or an own price, the catalogue's count. */
export const StylistService = z.object({
  id: ServiceIdField,
  minutes: z.int().positive().optional(),
  price_cents: z.int().min(0).optional(),
});

/** A stylist's services in the form of the contract. */
export const shownServices = (services: Stylist['services']): z.infer<typeof StylistService>[] | null =>
  services?.map(({ id, minutes, priceCents }) => ({
    id,
    ...(minutes !== undefined && { minutes }),
    ...(priceCents !== undefined && { price_cents: priceCents }),
  })) ?? null;

/** The weekdays on which a stylist works, at no other times. */
export const StylistWeek = z.array(
  z.object({
    /** 0 for Sunday to 6 for Saturday. */
    day_of_week: z.int().min(0).max(6),
    windows: z.array(z.object({ start_time: ClockField, end_time: EndClockField })),
  }),
);

/** A stylist's week in the form of the contract. */
export const shownWeek = (week: Stylist['week']): z.infer<typeof StylistWeek> | null =>
  week?.map(({ dayOfWeek: day_of_week, windows }) => ({ day_of_week, windows: windows.map(clocksOf) })) ??
  null;

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
