import { manageRoutes } from '../../../projections/bookings/routes.ts';
import { createBookingByCodeHash } from '../../../projections/short-links/queries.ts';
import { shortLinkRoutes } from '../../../projections/short-links/routes.ts';
import { addressLine } from '../../salon/address.ts';
import type { ApiParts } from './parts.ts';

/** Operations for customers who open the private link of their own booking. */
export function privateLinkOperations(parts: ApiParts): void {
  const { on, pool, timeZone, now, links, hasEnded, ownBooking, profile, publicUrl } = parts;
  shortLinkRoutes({ on, links, bookingByCodeHash: createBookingByCodeHash(pool), hasEnded });
  manageRoutes({
    on,
    ownBooking,
    links,
    salon: {
      get name() {
        return profile().name;
      },
      get phone() {
        return profile().phone;
      },
      get address() {
        return addressLine(profile().address);
      },
      timeZone,
      get selfServiceCutoffHours() {
        return profile().self_service_cutoff_hours;
      },
    },
    publicUrl,
    now,
  });
}
