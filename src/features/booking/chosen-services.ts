import { dollars } from '../../salon/money.ts';
import { type Lasting, type Stretch, timeOf } from '../../salon/parts.ts';
import type { Minutes } from '../../salon/salon-time.ts';
import { ownService, type Stylist } from '../../salon/team.ts';
import { broken } from '../rule-broken.ts';
import type { BookedService, OfferedService } from './appointment/events.ts';

/**
 * The services that a visitor has chosen, in their order, and the time that they take together, from minute 0 on.
 *
 * @param activeServices the active services among these ids
 * @param mostMinutes minutes of the longest single booking; null for staff, who have no such limit
 * @throws RuleBroken `unknown-service`, `booking-too-long`
 */
export function chosenServices<Service extends Lasting & { readonly id: string }>(
  ids: readonly string[],
  activeServices: (ids: readonly string[]) => readonly Service[],
  mostMinutes: Minutes | null,
): { readonly services: readonly Service[]; readonly time: Stretch } {
  const active = new Map(activeServices(ids).map((service) => [service.id, service]));
  const services = ids.map((id) => {
    const service = active.get(id);
    if (!service) throw broken('unknown-service');
    return service;
  });
  const time = timeOf(services);
  if (mostMinutes !== null && isTooLong(time.end, mostMinutes)) throw broken('booking-too-long');
  return { services, time };
}

/** Whether a visitor may not book so much at once. @param mostMinutes minutes of the longest single booking */
export const isTooLong = (minutes: Minutes, mostMinutes: Minutes): boolean => minutes > mostMinutes;

/** A service as it is booked with a stylist, who may take another time or another price for it than the catalogue says. */
export function bookedWith(
  stylist: Stylist | undefined,
  { gap: _, ...service }: OfferedService,
): BookedService {
  const { minutes: duration = service.duration, priceCents } =
    (stylist && ownService(stylist, service.id)) ?? {};
  const price = priceCents !== undefined && { price: dollars(priceCents), priceCents };
  return { ...service, duration, ...price };
}
