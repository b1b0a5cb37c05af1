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

type Visit = Customer['service_history'][number];

/** Whether a visit is over: it was completed, or its time has passed. */
function isOver({ status, appointment_date, appointment_time, services }: Visit, now: SalonNow): boolean {
  if (status === 'cancelled') return false;
  if (status === 'completed' || appointment_date !== now.date) return appointment_date <= now.date;
  const minutes = services.reduce((sum, { duration }) => sum + duration, 0);
  return minutesOf(appointment_time) + minutes <= now.minute;
}

/** The services of the customer's last visit that is over; undefined if none of them is offered any more. */
export function lastTimeOf(
  { service_history }: Pick<Customer, 'service_history'>,
  offered: readonly AdminService[],
  now: SalonNow,
): LastTime | undefined {
  const last = service_history.find((visit) => isOver(visit, now));
  if (!last) return undefined;
  const services = last.services.flatMap(({ id }) => offered.find((service) => service.id === id) ?? []);
  return services.length > 0 ? { date: last.appointment_date, services } : undefined;
}
