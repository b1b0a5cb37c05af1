import { dropHold, holdSlot } from '../../../contracts/holds.ts';
import type { Mount } from '../../../http/operation.ts';
import { minutesOf } from '../../../salon/salon-time.ts';
import type { HoldCommands } from './hold-commands.ts';

export interface HoldRoutesDeps {
  readonly on: Mount;
  readonly commands: HoldCommands;
}

/** Holding a time while the checkout is filled in, and giving it back. */
export function holdRoutes({ on, commands }: HoldRoutesDeps): void {
  on(holdSlot, async ({ body, address, run }) => {
    const { holdId, expiresAt, position } = await commands.hold(
      {
        date: body.date,
        start: minutesOf(body.time),
        serviceIds: body.services.map(({ id }) => id),
        replaces: body.hold_id,
        address,
      },
      run,
    );
    return { body: { hold_id: holdId, expires_at: expiresAt, position } };
  });

  // Known or not, held or over: the answer is the same, so that nobody learns from it which holds there are.
  on(dropHold, ({ params, address, run }) => commands.drop({ holdId: params.id, address }, run));
}
