import { type CreatedHold, dropHold, holdSlot } from '../../../contracts/bookings/holds.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { minutesOf } from '../../../salon/salon-time.ts';
import type { HoldCommands } from './hold-commands.ts';

interface HoldRoutesDeps {
  readonly on: Mount;
  readonly commands: HoldCommands;
  /** Names the stylist of a hold where the salon is a team. */
  stylistOf(stylistId: string): Promise<Pick<CreatedHold, 'stylist'>>;
}

/** Routes that hold a time while a visitor fills in the checkout, and that drop the hold. */
export function holdRoutes({ on, commands, stylistOf }: HoldRoutesDeps): void {
  on(holdSlot, async ({ body, from, run }) => {
    const { holdId, expiresAt, position, stylistId } = await commands.hold(
      {
        date: body.date,
        start: minutesOf(body.time),
        stylistId: body.stylist_id,
        serviceIds: body.services.map(({ id }) => id),
        replaces: body.hold_id,
        from,
      },
      run,
    );
    const stylist = await stylistOf(stylistId);
    return { body: { hold_id: holdId, expires_at: expiresAt, position, ...stylist } };
  });

  // An unknown hold and one that is over get the same response, so that it doesn't reveal which holds exist.
  on(dropHold, ({ params, from, run }) => commands.drop({ holdId: params.id, from }, run));
}
