import { z } from 'zod';
import { isSalonDate, parseTime } from '../../../src/salon/salon-time.ts';
import { Confirmation } from '../../salon/confirmation.ts';

/** A service in the query string: its name, or its name and its duration in minutes. */
const ServiceInQuery = z.union([
  z.string().transform((name) => ({ name, duration: 0 })),
  z.object({ name: z.string(), duration: z.int().nonnegative().catch(0) }),
]);
const ServicesInQuery = z.array(ServiceInQuery).max(20);

const MAX_TEXT = 200;

/**
 * The booking in an address such as `?success=true&date=2026-11-24&time=9:30 AM&services=[…]&name=…`; null unless
 * it has a valid date and time. Anyone can write such an address, so its parts are shown as plain text only.
 */
export function confirmationFromQuery(query: URLSearchParams): Confirmation | null {
  const date = query.get('date')?.slice(0, 10) ?? '';
  const time = query.get('time') ?? '';
  if (query.get('success') !== 'true' || !isSalonDate(date) || parseTime(time) === null) return null;
  const text = (name: string) => (query.get(name) ?? '').slice(0, MAX_TEXT);
  return {
    date,
    time,
    services: servicesFrom(query.get('services')),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    notes: text('notes') || null,
    managePath: null,
    position: null,
  };
}

function servicesFrom(json: string | null): Confirmation['services'] {
  try {
    const services = ServicesInQuery.safeParse(JSON.parse(json ?? '[]')).data ?? [];
    return services.map(({ name, duration }) => ({ name: name.slice(0, MAX_TEXT), duration }));
  } catch {
    return [];
  }
}

/** The booking from the first source that has one: the address, the navigation state, session storage. */
export function readConfirmation(
  query: URLSearchParams,
  navigationState: unknown,
  stored: () => Confirmation | null,
): Confirmation | null {
  return confirmationFromQuery(query) ?? Confirmation.safeParse(navigationState).data ?? stored();
}
