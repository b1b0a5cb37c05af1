import type { Customer } from '../../../src/contracts/customers/customers.ts';
import type { CustomerBooking } from '../../../src/contracts/customers/visits.ts';
import { minutesOf } from '../../../src/salon/time-text.ts';
import type { SalonNow } from '../../salon/use-salon-now.ts';
import { isOpen } from '../bookings/commands.ts';

/** A customer's appointments that have not begun and aren't cancelled, the next one first. */
export const upcomingOf = (
  { service_history }: Pick<Customer, 'service_history'>,
  { date, minute }: SalonNow,
): CustomerBooking[] =>
  service_history
    .filter(
      ({ status, appointment_date, appointment_time }) =>
        isOpen({ status }) &&
        (appointment_date === date ? minutesOf(appointment_time) > minute : appointment_date > date),
    )
    .toReversed();
