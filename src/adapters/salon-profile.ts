import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ServiceIdField } from '../contracts/fields.ts';
import { OpeningHours, Salon } from '../contracts/salon.ts';
import { parseClock } from '../contracts/salon-time.ts';
import { PublicGroup, ServiceCategory } from '../contracts/services.ts';
import { overlaps } from '../contracts/slots.ts';
import { errorCode, StartupError } from './startup-error.ts';

const DEFAULT_PROFILE = fileURLToPath(new URL('./default-salon-profile.json', import.meta.url));

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
  ...Salon.omit({ opening_hours: true }).shape,
  time_zone: z.string().refine(isTimeZone, 'must be an IANA time zone such as America/Los_Angeles'),
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

/** The parser quotes the text around the fault, line breaks included. */
const oneLine = (error: unknown) => (error as Error).message.replace(/\s+/g, ' ');

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartupError(`The salon profile ${file} is not valid JSON: ${oneLine(error)}`);
  }
}

/**
 * The salon that this installation is for.
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
  const parsed = SalonProfile.safeParse(parseJson(text.replace(/^\uFEFF/, ''), file));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const more = parsed.error.issues.length - 1;
  throw new StartupError(
    `The salon profile ${file} is wrong at ${issue?.path.join('.') || 'its root'}: ${issue?.message}` +
      (more > 0 ? ` (and ${more} more)` : ''),
  );
}
