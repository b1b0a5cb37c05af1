import type { OwnBooking } from '../../../projections/bookings/own-booking.ts';
import { manageRoutes } from '../../../projections/bookings/routes.ts';
import { createBookingByCodeHash } from '../../../projections/short-links/queries.ts';
import { shortLinkRoutes } from '../../../projections/short-links/routes.ts';
import type { ProfileNow } from '../../adapters/salon-profile/live-profile.ts';
import type { SecretLinks } from '../../features/booking/appointment/secret-links.ts';
import { addressLine } from '../../salon/address.ts';
import type { ResourceDeps } from './operations.ts';

interface PrivateLinksDeps extends ResourceDeps {
  readonly links: SecretLinks;
  /** Whether a booking's private link has ended. */
  hasEnded(bookingId: string): Promise<boolean>;
  readonly ownBooking: OwnBooking;
  readonly profile: ProfileNow;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** Operations for customers who open the private link of their own booking. */
export function privateLinkOperations(deps: PrivateLinksDeps): void {
  const { on, pool, timeZone, now, links, hasEnded, ownBooking, profile, publicUrl } = deps;
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
