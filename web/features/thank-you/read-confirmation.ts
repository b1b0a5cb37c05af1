import { z } from 'zod';
import { EmailField, PhoneField } from '../../../src/contracts/fields.ts';
import type { Service } from '../../../src/contracts/salon/services.ts';
import { formatTime, isSalonDate, parseTime, type SalonDate } from '../../../src/salon/salon-time.ts';
import { Confirmation } from '../../salon/confirmation.ts';

/** The booking that an address such as `?success=true&date=2026-11-24&time=9:30 AM&services=[…]&name=…` describes. */
export interface LinkedBooking {
  readonly date: SalonDate;
  readonly time: string;
  /** Ids or names of services, in lower case. They may not exist in the catalogue. */
  readonly services: readonly string[];
  /** Empty, like e-mail and phone, if the address has no valid one. */
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** One to four words of letters, such as `Mary-Jane O’Neil Jr.`: too few for a sentence, and no web address. */
const PersonName = z
  .string()
  .max(60, { abort: true })
  .regex(/^[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*\.?(?: [\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*\.?){0,3}$/u);

/** A service in the address: its id or name, or an object with one of them. */
const LinkedService = z.union([
  z.string(),
  z.object({ id: z.string() }).transform(({ id }) => id),
  z.object({ name: z.string() }).transform(({ name }) => name),
]);
const LinkedServices = z.array(LinkedService).max(20);
const MAX_SERVICES_TEXT = 4_000;

/**
 * The booking in an address; null unless it has a valid date and time. Anyone can write such an address and send it to
 * others, so only values with a strict format are used. Free text, such as notes, is left out.
 */
export function bookingInLink(query: URLSearchParams): LinkedBooking | null {
  const date = query.get('date')?.slice(0, 10) ?? '';
  const time = parseTime(query.get('time') ?? '');
  const isDate = /^20\d\d-/.test(date) && isSalonDate(date);
  if (query.get('success') !== 'true' || !isDate || time === null) return null;
  const text = (name: string, form: z.ZodType<string>) => form.safeParse(query.get(name)).data ?? '';
  return {
    date,
    time: formatTime(time),
    services: servicesFrom(query.get('services') ?? ''),
    name: text('name', PersonName),
    email: text('email', EmailField),
    phone: text('phone', PhoneField),
  };
}

function servicesFrom(json: string): readonly string[] {
  if (json.length > MAX_SERVICES_TEXT) return [];
  try {
    const services = LinkedServices.safeParse(JSON.parse(json)).data ?? [];
    return services.map((service) => service.toLowerCase());
  } catch {
    return [];
  }
}

/** The booking with the names and lengths of its services from the catalogue; services that it doesn't have are left out. */
export function confirmationOf(
  { services, ...booking }: LinkedBooking,
  catalogue: readonly Service[],
): Confirmation {
  const named = new Map(
    catalogue.flatMap((service) => [
      [service.id, service],
      [service.name.toLowerCase(), service],
    ]),
  );
  const known = new Set(services.flatMap((service) => named.get(service) ?? []));
  return {
    ...booking,
    services: [...known].map(({ name, duration }) => ({ name, duration })),
    notes: null,
    managePath: null,
    shortPath: null,
    position: null,
  };
}

/** The booking made in this tab: from the navigation state, else from session storage. */
export const readConfirmation = (
  navigationState: unknown,
  stored: () => Confirmation | null,
): Confirmation | null => Confirmation.safeParse(navigationState).data ?? stored();
