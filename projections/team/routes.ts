import type { AffectedBookings } from '../../src/contracts/bookings/affected-bookings.ts';
import { listAdminStylists, listAhead } from '../../src/contracts/salon/admin-stylists.ts';
import { listStylists, type Portrait } from '../../src/contracts/salon/stylists.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { onlyOf } from '../../src/http/operation/sight.ts';
import { refuse } from '../../src/http/refusal.ts';
import { team } from './projection.ts';
import { adminStylists, publicStylists, type TeamQueries } from './queries.ts';

interface TeamRoutesDeps extends Pick<TeamQueries, 'all'> {
  /** Pictures of stylists, by their ids. */
  portraits(): Promise<ReadonlyMap<string, Portrait>>;
  readonly on: Mount;
  isKnown(stylistId: string): boolean;
  /** How many appointments each stylist has from now on, by their ids. */
  aheadByStylist(): Promise<ReadonlyMap<string, number>>;
  /** These appointments of a stylist. */
  aheadOf(stylistId: string): Promise<AffectedBookings>;
  /** The read models of appointments and of pictures. */
  readonly models: Readonly<Record<'bookings' | 'pictures', NamedModel>>;
}

/** The salon's stylists, as visitors and as staff see them. */
export function teamQueryRoutes(deps: TeamRoutesDeps): void {
  const { on, all, portraits, isKnown, aheadByStylist, aheadOf } = deps;
  const { bookings, pictures } = deps.models;
  on(listStylists, async () => ({ body: { stylists: publicStylists(await all(), await portraits()) } }), [
    team,
    pictures,
  ]);
  on(
    listAdminStylists,
    async ({ caller }) => {
      const [stylists, shown, ahead] = await Promise.all([all(), portraits(), aheadByStylist()]);
      const own = onlyOf(caller);
      const seen = stylists.filter(({ id }) => own === undefined || id === own);
      return { body: { stylists: adminStylists(seen, shown, ahead) } };
    },
    [team, pictures, bookings],
  );
  on(
    listAhead,
    async ({ params: { id } }) => {
      if (!isKnown(id)) throw refuse('stylist-not-found');
      return { body: await aheadOf(id) };
    },
    [bookings],
  );
}
