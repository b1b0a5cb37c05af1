import { z } from 'zod';
import { ClockField, EndClockField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { SHARE_CARDS } from './pictures.ts';

/** One window of the weekly schedule in which appointments are offered. */
export const OpeningHours = z.object({
  /** 0 for Sunday to 6 for Saturday. */
  day_of_week: z.int().min(0).max(6),
  start_time: ClockField,
  end_time: EndClockField,
});
export type OpeningHours = z.infer<typeof OpeningHours>;

const WebAddress = z.url({ protocol: /^https?$/ });

/** The part of the salon's profile that every page shows. */
export const SalonCard = z.object({
  name: z.string(),
  tagline: z.string(),
  headline: z.string(),
  /** As people write it. */
  phone: z.string(),
  /** As telephones dial it, `+19255550142`. */
  phone_e164: z.string(),
  address: z.object({
    street: z.string(),
    city: z.string(),
    region: z.string(),
    postal_code: z.string(),
    /** ISO 3166, `US`. Phone numbers without a prefix are read as this country's. */
    country: z.string(),
  }),
  geo: z.object({ latitude: z.number(), longitude: z.number() }),
  /** IANA name; every date and time of the API is this zone's. */
  time_zone: z.string(),
  links: z.object({
    facebook: WebAddress,
    instagram: WebAddress,
    /** Where "Contact Us Here" leads: a web or mail address, a path of the site, or `#`. */
    contact: z.string().regex(/^(?:#|\/(?!\/)|https?:\/\/|mailto:)/, 'must be an address, a path or #'),
  }),
  /** Texts of buttons that are on several pages. */
  calls_to_action: z.object({
    book_now: z.string(),
    book_appointment: z.string(),
    book_in_footer: z.string(),
    view_services: z.string(),
    contact: z.string(),
  }),
  /** The picture in previews of links. */
  share_card: z.enum(SHARE_CARDS).default('plain'),
  copyright_year: z.int(),
  self_service_cutoff_hours: z.number().min(0),
  /** Minutes of the longest booking that the public may make at once. */
  max_booking_minutes: z.int(),
  policy_notice_hours: z.number().min(0),
  /** Hours that a patch test comes before a chemical service. */
  patch_test_hours: z.int().positive(),
  /** The average and number of reviews on other sites, and how many clients the salon has had. */
  ratings: z.strictObject({
    average: z.number().min(1).max(5),
    reviews: z.int().positive(),
    clients: z.int().positive(),
  }),
});
export type SalonCard = z.infer<typeof SalonCard>;

/** The same with the site's address and the current opening hours. */
export const Salon = SalonCard.extend({
  /** The public address, without a slash at its end. */
  url: z.url(),
  /** Windows that are open, by day, then start. */
  opening_hours: z.array(OpeningHours),
});
export type Salon = z.infer<typeof Salon>;

export const getSalon = defineOperation({
  method: 'get',
  path: '/api/salon',
  summary: 'The salon and its opening hours',
  caller: 'public',
  answer: { status: 200, body: Salon },
  isProjected: true,
});
