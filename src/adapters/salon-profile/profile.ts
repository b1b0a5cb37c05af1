import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CountryCode } from 'libphonenumber-js/max';
import { z } from 'zod';
import { ClockField, ServiceIdField } from '../../contracts/fields.ts';
import { USUAL_KINDS } from '../../contracts/messages/message-words.ts';
import { PAGES } from '../../contracts/salon/pages.ts';
import { OpeningHours, SalonCard } from '../../contracts/salon/salon.ts';
import { PublicGroup, ServiceCategory } from '../../contracts/salon/services.ts';
import type { Sections } from '../../contracts/settings/sections.ts';
import { addressLine } from '../../salon/address.ts';
import { intervalOf, isTimeZone } from '../../salon/salon-time.ts';
import { overlaps } from '../../salon/slots.ts';
import { STYLIST_CHOICES } from '../../salon/team.ts';
import { isPhoneCountry } from '../phone.ts';
import { errorCode, StartupError } from '../startup-error.ts';
import { interpolate, UnknownVariable, type Variables } from './interpolate.ts';
import { CHANGED_TEXT, HANDED_OVER, USUAL_MAILS } from './usual-mails.ts';

const DEFAULT_PROFILE = fileURLToPath(new URL('./default.json', import.meta.url));

/** A number of bookings or holds. It is at most 200, since larger numbers of uses within a day aren't distinguished. */
const count = z.int().positive().max(200);
const Country = z.custom<CountryCode>(isPhoneCountry, 'must be a country code such as US');

const Text = z.string().trim().min(1).max(1_600);

const Kind = z.enum(USUAL_KINDS);
const Mail = z.strictObject({ subject: Text, heading: Text, text: Text });

/** Words about a change, which profiles from before lack. */
const withChanged = <Schema extends z.ZodType>(words: unknown, schema: Schema) =>
  z.preprocess(
    (given) => (given !== null && typeof given === 'object' ? { changed: words, ...given } : given),
    schema,
  );

/**
 * Texts and times of the messages to customers. `{weekday}`, `{date}`, `{time}`, `{end}`, `{stylist}` and `{link}` are those of an
 * appointment, in mails `{when}`, `{end}`, `{services}` and `{stylist}`.
 */
const MessagesField = z.strictObject({
  texts: withChanged(CHANGED_TEXT, z.record(Kind, Text)),
  mails: withChanged(USUAL_MAILS.changed, z.record(Kind, Mail)).default(USUAL_MAILS) satisfies z.ZodType<
    Sections['messages']['mails']
  >,
  handed_over: z.strictObject({ text: Text, mail: Mail }).default(HANDED_OVER),
  /** Time of day at which reminders are sent, on the day before the booking. */
  reminder_time: ClockField.default('10:00'),
  /** During these hours, a text message is sent only if the customer has just done something that causes it. */
  quiet_hours: z.strictObject({ from: ClockField, to: ClockField }).default({ from: '21:00', to: '08:00' }),
  /** Codes of the countries to whose numbers text messages are sent; the salon's own country when left out. */
  countries: z.array(Country).min(1).optional(),
  /** Limits of text messages, since each one costs money. */
  limits: z
    .strictObject({
      per_number_per_day: count,
      per_address_per_day: count,
      per_prefix_per_day: count,
      /** Limit for text messages about bookings that staff have neither made nor confirmed; half of `per_day` when left out. */
      unconfirmed_per_day: z.int().positive().optional(),
      per_day: z.int().positive(),
    })
    .default({ per_number_per_day: 10, per_address_per_day: 40, per_prefix_per_day: 200, per_day: 400 }),
});

/** The salon's profile. Only the first start uses its hours and services: later, the schedule and the catalogue are used. */
export const SalonProfile = z.strictObject({
  ...SalonCard.shape,
  phone_e164: z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a number such as +19255550142'),
  address: z.strictObject({
    ...SalonCard.shape.address.shape,
    country: Country,
  }),
  time_zone: z.string().refine(isTimeZone, 'must be an IANA time zone such as America/Los_Angeles'),
  /** The price class, from `$` to `$$$$`; search engines show it. */
  price_range: z.string().regex(/^\${1,4}$/, 'must be $ to $$$$'),
  /** Days in which a client may come back with a concern. */
  service_concern_days: z.int().positive(),
  /** How many days after a booking its private link stops working. */
  private_link_days: z.int().min(1).max(3650).default(30),
  max_booking_minutes: z.int().min(15).max(1_440).default(480),
  start_every_minutes: z.literal([30, 15, 10]).default(30),
  last_start_offered: z.boolean().default(false),
  notice_minutes: z.int().min(0).max(20_160).default(0),
  staff_any_five_minutes: z.boolean().default(false),
  choose_stylist: z.enum(STYLIST_CHOICES).default('in_order'),
  messages: MessagesField,
  pages: z.strictObject(PAGES),
  hours: z
    .array(
      OpeningHours.refine(
        (hours) => intervalOf(hours).start < intervalOf(hours).end,
        'must end after its start',
      ),
    )
    .refine(
      (week) =>
        week.every((hours, index) =>
          week
            .slice(index + 1)
            .every(
              (other) =>
                other.day_of_week !== hours.day_of_week || !overlaps(intervalOf(hours), intervalOf(other)),
            ),
        ),
      'must not overlap within a day',
    ),
  services: z
    .array(
      z.strictObject({
        id: ServiceIdField,
        name: z.string().trim().min(1).max(200),
        description: z.string().max(2000),
        category: ServiceCategory,
        /** The group of the public list that shows the service. */
        public_group: PublicGroup,
        price_cents: z.int().min(0),
        /** Shown instead of the price; null shows the price. */
        price_text: z.string().trim().min(1).max(100).nullable(),
        duration_minutes: z.int().min(15).multipleOf(15),
      }),
    )
    .refine((services) => new Set(services.map(({ id }) => id)).size === services.length, 'has an id twice'),
});
export type SalonProfile = z.infer<typeof SalonProfile>;

/** The values that texts may name in braces, so that a text can't contradict the rest of the profile. */
export function variablesOf(profile: SalonProfile): Variables {
  const { name, tagline, phone, address, ratings } = profile;
  return {
    name,
    tagline,
    // After "call".
    phone: phone || 'us',
    address: addressLine(address),
    city: address.city,
    region: address.region,
    clients: ratings ? `${ratings.clients}+` : '',
    policy_notice_hours: String(profile.policy_notice_hours),
    self_service_cutoff_hours: String(profile.self_service_cutoff_hours),
    service_concern_days: String(profile.service_concern_days),
    patch_test_hours: String(profile.patch_test_hours),
    private_link_days: String(profile.private_link_days),
  };
}

/** Variables in messages to customers. They stay in braces here, since their values differ for each booking. */
const OF_TEXTS: Variables = {
  stylist: '{stylist}',
  weekday: '{weekday}',
  date: '{date}',
  time: '{time}',
  end: '{end}',
  link: '{link}',
};
const OF_MAILS: Variables = {
  when: '{when}',
  end: '{end}',
  services: '{services}',
  stylist: '{stylist}',
};

/** The parser's message in one line. The message quotes the text around the mistake, including line breaks. */
const oneLine = (error: unknown) => (error as Error).message.replace(/\s+/g, ' ');

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartupError(`The salon profile ${file} is not valid JSON: ${oneLine(error)}`);
  }
}

/** The message for a field that was left out. For all other mistakes, zod's own message is used. */
const missing: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'is missing' : undefined;

/**
 * Reads the profile's file. The variables in its texts aren't replaced yet, since settings may change what they stand for.
 *
 * @param file the setting `SALON_PROFILE`; when left out, the profile that comes with the program is read
 * @throws StartupError with a message of one line that names the file and the first field that is wrong
 */
export async function readSalonProfile(file: string = DEFAULT_PROFILE): Promise<SalonProfile> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartupError(
      `The salon profile ${file} can't be read (${errorCode(error) ?? error}); check SALON_PROFILE.`,
    );
  });
  const wrong = (fault: string) => new StartupError(`The salon profile ${file} is wrong at ${fault}`);
  const parsed = SalonProfile.safeParse(parseJson(text.replace(/^\uFEFF/, ''), file), { error: missing });
  if (!parsed.success) {
    const [issue, ...more] = parsed.error.issues;
    const rest = more.length > 0 ? ` (and ${more.length} more)` : '';
    throw wrong(`${issue?.path.join('.') || 'its root'}: ${issue?.message}${rest}`);
  }
  try {
    completed(parsed.data);
    return parsed.data;
  } catch (error) {
    throw error instanceof UnknownVariable ? wrong(error.message) : error;
  }
}

/** Texts in which a sentence that is only the phone, as in `Questions? {phone}`, says to call: without a phone, it would be "us". */
const withCall = (texts: SalonProfile['messages']['texts']) =>
  Object.fromEntries(
    Object.entries(texts).map(([kind, text]) => [
      kind,
      text.replaceAll(/(?<=[.?!] )\{phone\}/g, 'Call {phone}'),
    ]),
  ) as typeof texts;

/** The profile with the variables in its texts replaced. @throws UnknownVariable */
export function completed(profile: SalonProfile): SalonProfile {
  const { pages, messages } = profile;
  const variables = variablesOf(profile);
  const texts = { ...variables, ...OF_TEXTS };
  const mails = { ...variables, ...OF_MAILS };
  return {
    ...profile,
    pages: interpolate(pages, variables, ['pages']),
    messages: {
      ...messages,
      texts: interpolate(profile.phone ? messages.texts : withCall(messages.texts), texts, [
        'messages',
        'texts',
      ]),
      mails: interpolate(messages.mails, mails, ['messages', 'mails']),
      handed_over: {
        text: interpolate(messages.handed_over.text, texts, ['messages', 'handed_over', 'text']),
        mail: interpolate(messages.handed_over.mail, mails, ['messages', 'handed_over', 'mail']),
      },
    },
  };
}

/** The profile of the file alone, with the variables in its texts replaced. @throws StartupError */
export const loadSalonProfile = async (file?: string): Promise<SalonProfile> =>
  completed(await readSalonProfile(file));
