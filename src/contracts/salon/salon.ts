import { z } from 'zod';
import { ClockField, EndClockField, PictureIdField, SalonDateField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import type { PictureUse } from './picture-uses.ts';
import { SHARE_CARDS } from './pictures.ts';

/** A period of one weekday in which bookings are offered. */
export const OpeningHours = z.object({
  /** 0 for Sunday to 6 for Saturday. */
  day_of_week: z.int().min(0).max(6),
  start_time: ClockField,
  end_time: EndClockField,
});
export type OpeningHours = z.infer<typeof OpeningHours>;

/** At most so many of these dates are listed. */
export const MOST_SPECIAL_HOURS = 60;

/** A date with other hours than every week, such as a holiday. */
const SpecialHours = z.object({
  date: SalonDateField,
  /** Sorted; empty if the salon is closed. */
  windows: z.array(z.object({ start_time: ClockField, end_time: EndClockField })),
});
export type SpecialHours = z.infer<typeof SpecialHours>;

const WebAddress = z.url({ protocol: /^https?$/ });

/** The part of the salon's profile that every page shows. */
export const SalonCard = z.object({
  name: z.string(),
  tagline: z.string(),
  headline: z.string(),
  /** The phone number as people write it. */
  phone: z.string(),
  /** The phone number as telephones dial it, such as `+19255550142`. */
  phone_e164: z.string(),
  address: z.object({
    street: z.string(),
    city: z.string(),
    region: z.string(),
    postal_code: z.string(),
    /** ISO 3166 code such as `US`. Phone numbers without a prefix are taken for numbers of this country. */
    country: z.string(),
  }),
  /** Null if nobody has entered it. */
  geo: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** IANA name. All dates and times of the API are in this time zone. */
  time_zone: z.string(),
  links: z.object({
    facebook: WebAddress.nullable(),
    instagram: WebAddress.nullable(),
    /** Target of the link "Contact Us Here": a web or mail address, a path of the site, or `#`. */
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
  /** Minutes of the longest single booking that the public may make. */
  max_booking_minutes: z.int(),
  policy_notice_hours: z.number().min(0),
  /** Hours by which a patch test has to precede a chemical service. */
  patch_test_hours: z.int().positive(),
  /** The average and number of reviews on other sites, and how many clients the salon has had; null shows none. */
  ratings: z
    .strictObject({
      average: z.number().min(1).max(5),
      reviews: z.int().positive(),
      clients: z.int().positive(),
    })
    .nullable(),
});
export type SalonCard = z.infer<typeof SalonCard>;

/** A picture of the salon's own, and what it stands for. */
export const OwnPicture = z.object({
  /** One of `PICTURE_USES`, which pages that only show pictures do without. */
  use: z.custom<PictureUse>((use) => typeof use === 'string'),
  id: PictureIdField,
  /** A description for people who can't see it; empty if it is only decoration. */
  alt: z.string(),
  /** Full size in pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Mean colour, shown while the picture loads. */
  colour: z.string(),
  /** AVIF files with their widths, as `srcset` has them; empty for the preview of links, which programs read that know JPEG alone. */
  avif: z.string(),
  /** Address of a JPEG. */
  jpeg: z.string(),
});
export type OwnPicture = z.infer<typeof OwnPicture>;

/** The salon's card with the site's address and the present opening hours. */
export const Salon = SalonCard.extend({
  /** The site's public address, without a slash at its end. */
  url: z.url(),
  /** The hours in which bookings are offered, sorted by day, then by start. */
  opening_hours: z.array(OpeningHours),
  /** The next dates from today on that have other hours, or are closed, in order; at most 60. */
  special_hours: z.array(SpecialHours),
  /** The salon's own pictures; for every other use a drawn one is shown. */
  pictures: z.array(OwnPicture),
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
