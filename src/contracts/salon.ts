import { z } from 'zod';
import { ClockField } from './fields.ts';

/** One stretch of the weekly schedule in which appointments are offered. */
export const OpeningHours = z.object({
  /** 0 for Sunday to 6 for Saturday. */
  day_of_week: z.int().min(0).max(6),
  start_time: ClockField,
  end_time: ClockField,
});
export type OpeningHours = z.infer<typeof OpeningHours>;

/** Who the salon is: the public part of its profile, and the hours as the weekly schedule has them. */
export const Salon = z.object({
  name: z.string(),
  tagline: z.string(),
  headline: z.string(),
  /** As people read it. */
  phone: z.string(),
  /** As a telephone dials it, `+19255550142`. */
  phone_e164: z.string(),
  address: z.object({
    street: z.string(),
    city: z.string(),
    region: z.string(),
    postal_code: z.string(),
  }),
  geo: z.object({ latitude: z.number(), longitude: z.number() }),
  /** IANA name; every date and time of the API is this zone's. */
  time_zone: z.string(),
  links: z.object({ facebook: z.url(), instagram: z.url() }),
  self_service_cutoff_hours: z.number().min(0),
  policy_notice_hours: z.number().min(0),
  /** Windows that are open, by day, then start. */
  opening_hours: z.array(OpeningHours),
});
export type Salon = z.infer<typeof Salon>;
