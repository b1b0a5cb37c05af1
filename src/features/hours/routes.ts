import { addHours, changeHours, changeWeek, removeHours } from '../../contracts/salon/admin-hours.ts';
import { versioned } from '../../http/operation/answer.ts';
import type { Mount } from '../../http/operation/operation.ts';
import { intervalOf } from '../../salon/salon-time.ts';
import { type HoursCommands, wantedDays } from './commands.ts';
import type { OutsideCheck } from './outside-check.ts';

interface HoursRoutesDeps {
  readonly on: Mount;
  readonly commands: HoursCommands;
  readonly checkOutside: OutsideCheck;
}

/** Routes by which staff change the weekly hours. A change that leaves bookings outside the hours must be acknowledged. */
export function hoursRoutes({ on, commands, checkOutside }: HoursRoutesDeps): void {
  on(addHours, async ({ body, run }) =>
    versioned(await commands.add({ dayOfWeek: body.day_of_week, ...intervalOf(body) }, run)),
  );

  on(changeWeek, async ({ query: { acknowledged }, body, run }) => {
    const week = body.days.map(({ day_of_week: dayOfWeek, windows }) => ({
      dayOfWeek,
      windows: windows.map(intervalOf),
    }));
    const days = wantedDays(week, run);
    if (!acknowledged) await checkOutside({ kind: 'ChangeWeek', days }, run);
    return versioned(await commands.changeWeek(days, run));
  });

  on(changeHours, async ({ params: { id: hoursId }, query: { acknowledged }, body, run }) => {
    const { is_available: isAvailable, start_time = '', end_time = '' } = body;
    if (isAvailable !== undefined) {
      if (!acknowledged) await checkOutside({ kind: 'SwitchHours', hoursId, isAvailable }, run);
      return versioned(await commands.switch(hoursId, isAvailable, run));
    }
    // The contract has checked that both times are given.
    const interval = intervalOf({ start_time, end_time });
    if (!acknowledged) await checkOutside({ kind: 'ChangeHours', hoursId, ...interval }, run);
    return versioned(await commands.change(hoursId, interval, run));
  });

  on(removeHours, async ({ params: { id: hoursId }, query: { acknowledged }, run }) => {
    if (!acknowledged) await checkOutside({ kind: 'RemoveHours', hoursId }, run);
    return versioned(await commands.remove(hoursId, run));
  });
}
