import type { Minutes } from '../../salon/salon-time.ts';
import { broken } from '../rule-broken.ts';

/**
 * The services that a visitor has chosen, in their order, and how long they take together.
 *
 * @param activeServices the active services among these ids
 * @param mostMinutes minutes of the longest single booking; null for staff, who have no such limit
 * @throws RuleBroken `unknown-service`, `booking-too-long`
 */
export function chosenServices<Service extends { readonly id: string; readonly duration: Minutes }>(
  ids: readonly string[],
  activeServices: (ids: readonly string[]) => readonly Service[],
  mostMinutes: Minutes | null,
): { readonly services: readonly Service[]; readonly minutes: Minutes } {
  const active = new Map(activeServices(ids).map((service) => [service.id, service]));
  const services = ids.map((id) => {
    const service = active.get(id);
    if (!service) throw broken('unknown-service');
    return service;
  });
  const minutes = totalMinutes(services);
  if (mostMinutes !== null && isTooLong(minutes, mostMinutes)) throw broken('booking-too-long');
  return { services, minutes };
}

/** Whether a visitor may not book so much at once. @param mostMinutes minutes of the longest single booking */
export const isTooLong = (minutes: Minutes, mostMinutes: Minutes): boolean => minutes > mostMinutes;

/** How many minutes services take one after the other. */
export const totalMinutes = (services: readonly { readonly duration: Minutes }[]): Minutes =>
  services.reduce((total, { duration }) => total + duration, 0);
