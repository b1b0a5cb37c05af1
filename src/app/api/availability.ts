import { createNextFree } from '../../../projections/availability/next-free.ts';
import { createOutlook } from '../../../projections/availability/outlook.ts';
import { createAvailabilityReader } from '../../../projections/availability/queries.ts';
import { availabilityRoutes } from '../../../projections/availability/routes.ts';
import { staffTimesRoutes } from '../../../projections/availability/staff-routes.ts';
import { createStaffTimes } from '../../../projections/availability/staff-times.ts';
import type { OwnBooking } from '../../../projections/bookings/own-booking.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import type { BookingById } from '../../../projections/bookings/queries.ts';
import { rushRoutes } from '../../features/booking/admission/rush/routes.ts';
import { holdRoutes } from '../../features/booking/agenda/routes.ts';
import type { Booking } from '../../features/booking/compose.ts';
import type { ResourceDeps } from './operations.ts';

interface AvailabilityDeps extends ResourceDeps {
  readonly booking: Booking;
  readonly bookingById: BookingById;
  readonly ownBooking: OwnBooking;
}

/** Operations on free times for visitors and staff, on holds, and on rushes, in which visitors have to wait for staff. */
export function availabilityOperations(deps: AvailabilityDeps): void {
  const { on, pool, timeZone, now, booking, bookingById, ownBooking } = deps;
  const reader = createAvailabilityReader({ pool, timeZone, now });
  const nextFree = createNextFree({ outlook: createOutlook({ pool, timeZone }), now });
  availabilityRoutes({ on, reader, nextFree, ownBooking, bookings });
  staffTimesRoutes({ on, staffTimes: createStaffTimes({ pool, timeZone, now }), bookingById, bookings });
  holdRoutes({ on, commands: booking.holdCommands });
  rushRoutes({ on, rush: booking.rush, streams: booking.rushStreams });
}
