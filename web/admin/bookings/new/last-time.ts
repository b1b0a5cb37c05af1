import type { Customer } from '../../../../src/contracts/customers/customers.ts';
import type { AdminService } from '../../../../src/contracts/salon/admin-services.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';

/** The services of a customer's last visit. */
export interface LastTime {
  readonly date: SalonDate;
  /** Only those that are still offered. */
  readonly services: readonly AdminService[];
}

/**
 * What the customer had at the last visit that wasn't cancelled; undefined if none of it is offered any more. Today's visit counts once
 * it is completed: until then it may still be to come.
 */
export function lastTimeOf(
  { service_history }: Pick<Customer, 'service_history'>,
  offered: readonly AdminService[],
  today: SalonDate,
): LastTime | undefined {
  const last = service_history.find(
    ({ appointment_date, status }) => (appointment_date < today && status !== 'cancelled') || status === 'completed',
  );
  if (!last) return undefined;
  const services = last.services.flatMap(({ id }) => offered.find((service) => service.id === id) ?? []);
  return services.length > 0 ? { date: last.appointment_date, services } : undefined;
}
