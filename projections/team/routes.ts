import type { UpcomingBooking } from '../../src/contracts/bookings/affected-bookings.ts';
import { listAdminStylists, listAhead } from '../../src/contracts/salon/admin-stylists.ts';
import { listStylists } from '../../src/contracts/salon/stylists.ts';
import { affectedBookings } from '../../src/features/affected-bookings.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { refuse } from '../../src/http/refusal.ts';
import { bookings } from '../bookings/projection.ts';
import { team } from './projection.ts';
import { adminStylists, publicStylists, type TeamQueries } from './queries.ts';

interface TeamRoutesDeps extends Pick<TeamQueries, 'all'> {
  readonly on: Mount;
  isKnown(stylistId: string): boolean;
  /** How many appointments each stylist has from now on, by their ids. */
  aheadByStylist(): Promise<ReadonlyMap<string, number>>;
  /** These appointments of a stylist, in order of date and time. */
  aheadOf(stylistId: string): Promise<readonly UpcomingBooking[]>;
}

/** The salon's stylists, as visitors and as staff see them. */
export function teamQueryRoutes({ on, all, isKnown, aheadByStylist, aheadOf }: TeamRoutesDeps): void {
  on(listStylists, async () => ({ body: { stylists: publicStylists(await all(), new Map()) } }), [team]);
  on(listAdminStylists, async () => {
    const [stylists, ahead] = await Promise.all([all(), aheadByStylist()]);
    return { body: { stylists: adminStylists(stylists, new Map(), ahead) } };
  }, [team, bookings]);
  on(
    listAhead,
    async ({ params: { id } }) => {
      if (!isKnown(id)) throw refuse('stylist-not-found');
      return { body: affectedBookings(await aheadOf(id)) };
    },
    [bookings],
  );
}
