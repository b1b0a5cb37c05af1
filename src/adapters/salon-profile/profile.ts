import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CountryCode } from 'libphonenumber-js/min';
import { z } from 'zod';
import { ServiceIdField } from '../../contracts/fields.ts';
import { PAGES } from '../../contracts/pages.ts';
import { OpeningHours, SalonCard } from '../../contracts/salon.ts';
import { PublicGroup, ServiceCategory } from '../../contracts/services.ts';
import { addressLine } from '../../salon/address.ts';
import { parseClock } from '../../salon/salon-time.ts';
import { overlaps } from '../../salon/slots.ts';
import { isPhoneCountry } from '../phone.ts';
import { errorCode, StartupError } from '../startup-error.ts';
import { type ProfileFacts, UnknownFact, withFacts } from './interpolate.ts';

const DEFAULT_PROFILE = fileURLToPath(new URL('./default.json', import.meta.url));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const minutesOf = ({ start_time, end_time }: OpeningHours) => ({
  start: parseClock(start_time) ?? 0,
  end: parseClock(end_time) ?? 0,
});

/** Hours and services are those of the first start; from then on the schedule and the catalogue rule. */
export const SalonProfile = z.strictObject({
  ...SalonCard.shape,
  phone_e164: z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a number such as +19255550142'),
  address: z.strictObject({
    ...SalonCard.shape.address.shape,
    country: z.custom<CountryCode>(isPhoneCountry, 'must be a country code such as US'),
  }),
  time_zone: z.string().refine(isTimeZone, 'must be an IANA time zone such as America/Los_Angeles'),
  /** How dear it is, from `$` to `$$$$`, for search engines. */
  price_range: z.string().regex(/^\${1,4}$/, 'must be $ to $$$$'),
  /** What is claimed elsewhere: the average and number of reviews, and how many clients the salon has had. */
  ratings: z.strictObject({
    average: z.number().min(1).max(5),
    reviews: z.int().positive(),
    clients: z.int().positive(),
  }),
  /** Days in which a client may come back with a concern. */
  service_concern_days: z.int().positive(),
  /** Hours that a patch test comes before a chemical service. */
  patch_test_hours: z.int().positive(),
  pages: z.strictObject(PAGES),
  hours: z
    .array(
      OpeningHours.refine(
        (hours) => minutesOf(hours).start < minutesOf(hours).end,
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
                other.day_of_week !== hours.day_of_week || !overlaps(minutesOf(hours), minutesOf(other)),
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
        /** Where the public list shows it. */
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

/** What texts may name in braces; written down here alone, so that a text can't contradict the profile. */
function factsOf(profile: SalonProfile): ProfileFacts {
  const { name, tagline, phone, address, ratings } = profile;
  return {
    name,
    tagline,
    phone,
    address: addressLine(address),
    city: address.city,
    region: address.region,
    clients: `${ratings.clients}+`,
    policy_notice_hours: String(profile.policy_notice_hours),
    self_service_cutoff_hours: String(profile.self_service_cutoff_hours),
    service_concern_days: String(profile.service_concern_days),
    patch_test_hours: String(profile.patch_test_hours),
  };
}

/** The parser quotes the text around the fault, line breaks included. */
const oneLine = (error: unknown) => (error as Error).message.replace(/\s+/g, ' ');

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartupError(`The salon profile ${file} is not valid JSON: ${oneLine(error)}`);
  }
}

/** A field left out is said to be missing; everything else in zod's own words. */
const missing: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'is missing' : undefined;

/**
 * The salon that this installation is for, with the facts filled into its pages.
 *
 * @param file the `SALON_PROFILE` setting; the profile that comes with the program when left out
 * @throws StartupError in one line, naming the file and the first field that is wrong
 */
export async function loadSalonProfile(file: string = DEFAULT_PROFILE): Promise<SalonProfile> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartupError(
      `The salon profile ${file} can't be read (${errorCode(error) ?? error}); check SALON_PROFILE.`,
    );
  });
  const wrong = (place: string) => new StartupError(`The salon profile ${file} is wrong at ${place}`);
  const parsed = SalonProfile.safeParse(parseJson(text.replace(/^\uFEFF/, ''), file), { error: missing });
  if (!parsed.success) {
    const [issue, ...more] = parsed.error.issues;
    const rest = more.length > 0 ? ` (and ${more.length} more)` : '';
    throw wrong(`${issue?.path.join('.') || 'its root'}: ${issue?.message}${rest}`);
  }
  try {
    return { ...parsed.data, pages: withFacts(parsed.data.pages, factsOf(parsed.data), ['pages']) };
  } catch (error) {
    throw error instanceof UnknownFact ? wrong(error.message) : error;
  }
}
