import type { z } from 'zod';
import type { AffectedBookings } from '../../contracts/bookings/affected-bookings.ts';
import {
  activateStylist,
  addStylist,
  changeStylist,
  deactivateStylist,
  eraseStylist,
  setStylistHours,
} from '../../contracts/salon/admin-stylists.ts';
import type { StylistService } from '../../contracts/salon/stylists.ts';
import { versioned } from '../../http/operation/answer.ts';
import type { Mount } from '../../http/operation/operation.ts';
import { intervalOf } from '../../salon/salon-time.ts';
import type { StylistWeek } from '../../salon/team.ts';
import { givenFields } from '../given-fields.ts';
import type { TeamCommands } from './commands.ts';
import type { Card } from './events.ts';

interface TeamRoutesDeps {
  readonly on: Mount;
  readonly commands: TeamCommands;
  /** The appointments that a stylist has from now on. */
  aheadOf(stylistId: string): Promise<AffectedBookings>;
  /** Refuses a week that leaves appointments of the stylist outside their hours, and names them. */
  checkOutside(stylistId: string, week: StylistWeek | null): Promise<void>;
}

const servicesOf = (services: readonly z.infer<typeof StylistService>[]): Card['services'] =>
  services.map(({ id, minutes, price_cents: priceCents }) => ({
    id,
    ...givenFields({ minutes, priceCents }),
  }));

/** Routes by which staff say who is in the team, what each does, and when. */
export function teamRoutes({ on, commands, aheadOf, checkOutside }: TeamRoutesDeps): void {
  on(addStylist, async ({ body: { services, ...card }, run }) =>
    versioned(await commands.add({ ...card, services: services && servicesOf(services) }, run)),
  );

  on(changeStylist, async ({ params: { id }, body: { services, ...change }, run }) =>
    versioned(await commands.change(id, { ...change, services: services && servicesOf(services) }, run)),
  );

  on(setStylistHours, async ({ params: { id }, query: { acknowledged }, body, run }) => {
    const days = body.week?.flatMap(({ day_of_week: dayOfWeek, windows }) =>
      windows.length === 0 ? [] : [{ dayOfWeek, windows: windows.map(intervalOf) }],
    );
    const week = days ?? null;
    const check = acknowledged ? undefined : () => checkOutside(id, week);
    return versioned(await commands.setHours(id, week, run, check));
  });

  on(activateStylist, async ({ params: { id }, run }) => versioned(await commands.activate(id, run)));

  on(deactivateStylist, async ({ params: { id }, run }) => {
    const deactivated = await commands.deactivate(id, run);
    const { appointments: ahead } = await aheadOf(id);
    return versioned({ ...deactivated, ahead });
  });

  on(eraseStylist, async ({ params: { id }, run }) => versioned(await commands.erase(id, run)));
}
