import type { Customer } from '../../../../src/contracts/customers/customers.ts';
import type { AdminService } from '../../../../src/contracts/salon/admin-services.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { minutesOf } from '../../../../src/salon/time-text.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';

/** The services of a customer's last visit. */
export interface LastTime {
  readonly date: SalonDate;
  /** Only those that are still offered. */
  readonly services: readonly AdminService[];
}

/** What the customer had at the last visit that has begun and wasn't cancelled; undefined if none of it is offered any more. */
export function lastTimeOf(
  { service_history }: Pick<Customer, 'service_history'>,
  offered: readonly AdminService[],
  now: SalonNow,
): LastTime | undefined {
  const hasBegun = ({
    appointment_date: date,
    appointment_time: time,
  }: Customer['service_history'][number]) =>
    date < now.date || (date === now.date && minutesOf(time) <= now.minute);
  const last = service_history.find((visit) => visit.status !== 'cancelled' && hasBegun(visit));
  if (!last) return undefined;
  const services = last.services.flatMap(({ id }) => offered.find((service) => service.id === id) ?? []);
  return services.length > 0 ? { date: last.appointment_date, services } : undefined;
}
