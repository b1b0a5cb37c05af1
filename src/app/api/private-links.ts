import { manageRoutes } from '../../../projections/bookings/routes.ts';
import { createBookingByCodeHash } from '../../../projections/short-links/queries.ts';
import { shortLinkRoutes } from '../../../projections/short-links/routes.ts';
import type { ApiContext } from './context.ts';

/** Operations for customers who open the private link of their own booking. */
export function privateLinkOperations({
  on,
  pool,
  log,
  links,
  hasEnded,
  waitForProjection,
  ownBooking,
  profile,
  senders,
  messages,
  stylistNaming,
  timeZone,
  publicUrl,
  now,
}: ApiContext): void {
  const bookingByCodeHash = createBookingByCodeHash(pool);
  shortLinkRoutes({ on, links, bookingByCodeHash, hasEnded, waitForProjection, head: log.head });
  manageRoutes({
    on,
    ownBooking,
    links,
    timeZone,
    publicUrl,
    now,
    salon: senders.brand,
    confirmedBy: messages.confirmedBy,
    stylists: stylistNaming,
    selfServiceCutoffHours: () => profile().self_service_cutoff_hours,
  });
}
