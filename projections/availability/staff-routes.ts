import { getBookingTimes, getStaffDays, getStaffTimes } from '../../src/contracts/bookings/staff-times.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { refuse } from '../../src/http/refusal.ts';
import { availability } from './projection.ts';
import type { AvailabilityReader } from './queries.ts';
import { type MovableBooking, ownSlotOf } from './routes.ts';
import type { StaffTimesReader } from './staff-times.ts';

/** The times and days that staff choose from. */
export function staffTimesRoutes({
  on,
  reader,
  staffTimes,
  bookingById,
  bookings,
}: {
  readonly on: Mount;
  readonly reader: AvailabilityReader;
  readonly staffTimes: StaffTimesReader;
  bookingById(id: string): Promise<MovableBooking | null>;
  /** The read model that `bookingById` reads. */
  readonly bookings: NamedModel;
}): void {
  on(
    getStaffTimes,
    async ({ query: { date, services, stylist_id: stylistId } }) => ({
      body: await staffTimes.forServices(date, services, { stylistId }),
    }),
    [availability],
  );

  on(
    getStaffDays,
    async ({ query: { from, to, services: serviceIds = [], booking_id: id, stylist_id: stylistId } }) => {
      const booking = id === undefined ? undefined : await bookingById(id);
      if (booking === null) throw refuse('booking-not-found');
      const moved = booking && ownSlotOf(booking);
      return { body: await reader.days(from, to, { serviceIds, moved, stylistId, isPublic: false }) };
    },
    [availability, bookings],
  );

  on(
    getBookingTimes,
    async ({ params: { id }, query: { date, stylist_id: stylistId, anyone } }) => {
      const booking = await bookingById(id);
      if (!booking) throw refuse('booking-not-found');
      return {
        body: await staffTimes.forBooking(date, ownSlotOf(booking), {
          stylistId,
          anyone: anyone === 'true',
          isOwnDay: booking.appointment_date === date,
        }),
      };
    },
    [availability, bookings],
  );
}
