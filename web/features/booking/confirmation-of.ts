import type { CreateBooking, CreatedBooking } from '../../../src/contracts/bookings/bookings.ts';
import type { Service } from '../../../src/contracts/salon/services.ts';
import type { Confirmation } from '../../salon/confirmation.ts';

/** What the confirmation page shows of a booking that was made. */
export const confirmationOf = (
  booking: CreateBooking,
  created: CreatedBooking,
  offered: readonly Service[],
): Confirmation => ({
  date: booking.appointment_date,
  time: booking.appointment_time,
  services: booking.services
    .map((service) => (typeof service === 'string' ? service : service.id))
    .flatMap((id) => offered.filter((service) => service.id === id))
    .map(({ name, duration }) => ({ name, duration })),
  name: booking.customer_name,
  email: booking.customer_email,
  phone: booking.customer_phone,
  notes: booking.notes ?? null,
  managePath: `/m/${created.management_token}`,
  shortPath: `/b/${created.short_code}`,
  position: created.position,
});
