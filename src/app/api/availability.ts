import { createOutlook } from '../../../projections/availability/outlook.ts';
import { availability } from '../../../projections/availability/projection.ts';
import { createAvailabilityReader } from '../../../projections/availability/queries.ts';
import { availabilityRoutes } from '../../../projections/availability/routes.ts';
import { staffTimesRoutes } from '../../../projections/availability/staff-routes.ts';
import { createStaffTimes } from '../../../projections/availability/staff-times.ts';
import { blockedDates } from '../../../projections/blocked-dates/projection.ts';
import { createBlockedDates } from '../../../projections/blocked-dates/queries.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import { days } from '../../../projections/days/projection.ts';
import { createBlockedTimes } from '../../../projections/days/queries.ts';
import { createNamedActors } from '../../../projections/history/actors.ts';
import { holdRoutes } from '../../features/booking/agenda/hold-routes.ts';
import { whyNotRoutes } from '../../features/booking/why-not/routes.ts';
import { checksStylist } from '../../features/known-stylist.ts';
import type { ApiContext } from './context.ts';

/** Operations on free times for visitors and staff, and on holds. */
export function availabilityOperations({
  on,
  pool,
  timeZone,
  now,
  profile,
  booking,
  bookingById,
  ownBooking,
  namesOf,
  team,
  stylistNaming,
}: ApiContext): void {
  const starts = { pool, timeZone, startRules: profile, now };
  const reader = createAvailabilityReader(starts);
  const outlook = createOutlook(starts);
  const checkStylist = checksStylist(team.isKnown);
  availabilityRoutes({ on, reader, outlook, checkStylist, now, ownBooking, bookings });
  staffTimesRoutes({ on, reader, staffTimes: createStaffTimes(starts), bookingById, bookings });
  const dates = createBlockedDates(pool);
  const times = createBlockedTimes(pool);
  whyNotRoutes({
    on,
    whyNot: booking.whyNot,
    customerOf: async (id) => (await bookingById(id))?.customer_name,
    blockReasonOf: async (id) => ((await dates.byId(id)) ?? (await times.byId(id)))?.reason ?? null,
    async nearestFree({ date, start, times, bookingId }) {
      const own = bookingId === undefined ? null : await bookingById(bookingId);
      return reader.nearest(
        { date, start },
        times,
        own ? { date: own.appointment_date, start: own.start_minute, slotId: own.slot_id } : undefined,
      );
    },
    namedActors: createNamedActors(namesOf),
    stylistNames: stylistNaming.read,
    models: [availability, bookings, blockedDates, days, stylistNaming.model],
  });
  holdRoutes({
    on,
    commands: booking.holdCommands,
    stylistOf: async (id) => (await stylistNaming.read()).of(id),
  });
}
