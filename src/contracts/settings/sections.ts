import { z } from 'zod';
import { STYLIST_CHOICES } from '../../salon/team.ts';
import { ServiceIdField } from '../fields.ts';
import { USUAL_KINDS } from '../messages/message-words.ts';
import { SPECIALTY_PICTURES } from '../salon/pictures.ts';
import { COUNTRIES } from './countries.ts';

/** The parts of the salon's profile that staff change on the page "Settings". Each is one value, which is saved as a whole. */
export const SECTIONS = [
  'salon',
  'front-page',
  'prices',
  'policies',
  'booking',
  'messages',
  'reviews',
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** The kinds of texts in sections. Texts from staff are checked more closely than recorded ones. */
export interface SectionTexts {
  /** One line, without words in braces. */
  line(max: number): z.ZodType<string>;
  /** One line, and several, of the website. They may name facts in braces. */
  words(max: number): z.ZodType<string>;
  paragraph(max: number): z.ZodType<string>;
  textMessage(): z.ZodType<string>;
  mailLine(): z.ZodType<string>;
  mailText(): z.ZodType<string>;
  webAddress(): z.ZodType<string>;
  contactAddress(): z.ZodType<string>;
  clock(): z.ZodType<string>;
  date(): z.ZodType<string>;
}

const INVALID = 'Is not valid.';

const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.strictObject(shape, INVALID);
const oneOf = <const Values extends readonly string[]>(values: Values, error = INVALID) =>
  z.enum(values, error);
const list = <Item extends z.ZodType>(item: Item, most: number, least = 1) => {
  const error = `Please enter ${least === most ? least : `${least} to ${most}`} of these.`;
  return z.array(item, error).min(least, error).max(most, error);
};
const numberFrom = (min: number, max: number, error = `Please enter a number from ${min} to ${max}.`) => {
  return z.number(error).min(min, error).max(max, error);
};
const wholeNumberFrom = (min: number, max: number) => {
  const error = `Please enter a whole number from ${min} to ${max}.`;
  return z.int(error).min(min, error).max(max, error);
};

const PLACE = 'Please enter latitude and longitude, such as 40.7128, -74.0060, or leave it empty.';
const HOURS = numberFrom(0, 336);
const PRICE = 'Please enter a price of 0 or more.';
const CENTS = z.int(PRICE).min(0, PRICE).max(100_000_000, PRICE);
const BOOKED_BY = { service: ServiceIdField.optional(), booked_as: ServiceIdField.optional() };

export function sectionSchemas(texts: SectionTexts) {
  const { line, words, paragraph } = texts;
  const heading = words(120);
  const section = object({ heading, text: paragraph(600) });
  const head = { title: words(150), description: words(400) };
  const linked = object({ ...section.shape, link: words(60) });

  const policy = object({
    ...head,
    ...section.shape,
    /** The day from which the text applies. */
    effective: texts.date(),
    sections: list(
      object({
        heading,
        /** A text is a paragraph, an array of texts a list. */
        body: list(z.union([paragraph(3_000), list(paragraph(1_000), 30)], INVALID), 40),
      }),
      30,
    ),
  });
  const specialty = object({
    id: words(60),
    title: words(80),
    text: paragraph(400),
    picture: oneOf(SPECIALTY_PICTURES),
    /** Describes the picture to people who can't see it. */
    alt: words(200),
    starts_at_cents: CENTS.optional(),
    ...BOOKED_BY,
  });
  const priceLine = object({
    name: words(100),
    starts_at_cents: CENTS,
    /** The same with an addition, and its price. */
    addition: object({ text: words(80), starts_at_cents: CENTS }).optional(),
    ...BOOKED_BY,
  });
  const mail = object({
    subject: texts.mailLine(),
    heading: texts.mailLine(),
    text: texts.mailText(),
  });
  const ofEachKind = <Schema extends z.ZodType>(schema: Schema) =>
    object(
      Object.fromEntries(USUAL_KINDS.map((kind) => [kind, schema])) as Record<
        (typeof USUAL_KINDS)[number],
        Schema
      >,
    );

  return {
    salon: object({
      name: line(60),
      tagline: line(100),
      phone: line(30),
      address: object({
        street: line(80),
        city: line(40),
        region: line(40),
        postal_code: line(12),
        country: oneOf(COUNTRIES, 'Please choose a country.'),
      }),
      /** The salon's position on maps; null if nobody has entered it. */
      geo: z
        .strictObject(
          { latitude: numberFrom(-90, 90, PLACE), longitude: numberFrom(-180, 180, PLACE) },
          PLACE,
        )
        .nullable(),
      time_zone: line(60),
      links: object({
        facebook: texts.webAddress().nullable(),
        instagram: texts.webAddress().nullable(),
        contact: texts.contactAddress(),
      }),
    }),
    'front-page': object({
      headline: line(160),
      ...head,
      specialties: linked,
      gallery: linked,
      visit: section,
    }),
    prices: object({
      /** The price class; search engines show it. */
      price_range: oneOf(['$', '$$', '$$$', '$$$$']),
      prices: object({
        ...section.shape,
        starts_at: words(40),
        groups: list(object({ heading: words(80), lines: list(priceLine, 40) }), 20),
      }),
      specialties: object({ ...section.shape, items: list(specialty, 4, 4) }),
      offered: object({
        ...section.shape,
        items: list(object({ name: words(80), text: paragraph(300) }), 30),
      }),
      hero: section,
      clients: section,
      closing: section,
      ...head,
    }),
    policies: object({
      policy_notice_hours: HOURS,
      service_concern_days: wholeNumberFrom(1, 365),
      patch_test_hours: wholeNumberFrom(1, 336),
      terms: policy,
      privacy: policy,
    }),
    booking: object({
      /** Customers may move or cancel their bookings until so many hours before them. */
      self_service_cutoff_hours: HOURS,
      private_link_days: wholeNumberFrom(1, 3_650),
      /** The longest that the public may book at once. */
      max_booking_minutes: wholeNumberFrom(15, 1_440),
      /** Starts that visitors choose from are so many minutes apart, from each opening time on. */
      start_every_minutes: z.literal([30, 15, 10], INVALID),
      /** They may also choose the start of an appointment that ends exactly at closing. */
      last_start_offered: z.boolean(INVALID),
      /** Customers book and move at least so many minutes ahead. */
      notice_minutes: wholeNumberFrom(0, 20_160),
      /** Staff may enter an appointment at any five minutes of the day. */
      staff_any_five_minutes: z.boolean(INVALID),
      /** The choice among free stylists for a customer who asks for none in particular. */
      choose_stylist: oneOf(STYLIST_CHOICES),
      reminder_time: texts.clock(),
      /** During quiet hours a text is sent only to answer the customer's own last action. */
      quiet_from: texts.clock(),
      quiet_to: texts.clock(),
    }),
    messages: object({ texts: ofEachKind(texts.textMessage()), mails: ofEachKind(mail) }),
    reviews: object({
      ...section.shape,
      /** The average and number of reviews on other sites, and how many clients the salon has had; null shows none. */
      ratings: object({
        average: numberFrom(1, 5),
        reviews: wholeNumberFrom(1, 999_999),
        clients: wholeNumberFrom(1, 9_999_999),
      }).nullable(),
      /** Whether staff have said that the ratings are the salon's own. */
      ratings_confirmed: z.boolean(INVALID),
      /** State of the reviews in the profile's file: samples, until staff confirm that they are real, or remove them. */
      file_reviews: oneOf(['samples', 'confirmed', 'removed']),
    }),
  };
}

type Schemas = ReturnType<typeof sectionSchemas>;
export type Sections = { readonly [Name in SectionName]: Readonly<z.output<Schemas[Name]>> };
