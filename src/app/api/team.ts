import { bookings } from '../../../projections/bookings/projection.ts';
import { pictures } from '../../../projections/pictures/projection.ts';
import { createChosenPictures } from '../../../projections/pictures/queries.ts';
import { createTeam } from '../../../projections/team/queries.ts';
import { teamQueryRoutes } from '../../../projections/team/routes.ts';
import { affectedBookings } from '../../features/affected-bookings.ts';
import { teamRoutes } from '../../features/team/routes.ts';
import type { ApiContext } from './context.ts';

/** Operations on the salon's stylists. */
export function teamOperations({
  on,
  pool,
  log,
  positions,
  team,
  checkStylistWeek,
  upcoming,
  profile,
}: ApiContext): void {
  const { all } = createTeam({ pool, salonName: () => profile().name });
  const aheadOf = async (stylistId: string) => affectedBookings(await upcoming.ofStylist(stylistId));
  teamQueryRoutes({
    on,
    all,
    isKnown: team.isKnown,
    aheadByStylist: upcoming.countByStylist,
    aheadOf,
    portraits: createChosenPictures(pool).ofStylists,
    models: { bookings, pictures },
  });
  teamRoutes({
    on,
    commands: team.commands,
    async aheadOf(stylistId) {
      await positions.reached(bookings.name, await log.head());
      return aheadOf(stylistId);
    },
    checkOutside: checkStylistWeek,
  });
}
