import { addHours, changeHours, removeHours } from '../../contracts/admin-hours.ts';
import type { Guard } from '../../http/caller.ts';
import type { Mount } from '../../http/operation.ts';
import { type Minutes, parseClock } from '../../salon/salon-time.ts';
import type { HoursCommands, HoursResult } from './commands.ts';
import type { OutsideCheck } from './outside-check.ts';

interface HoursRoutesDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly commands: HoursCommands;
  readonly checkOutside: OutsideCheck;
}

const minutesOfClock = (text: string | undefined): Minutes => {
  const minutes = parseClock(text ?? '');
  if (minutes === null) throw new RangeError('not a time of day');
  return minutes;
};

/** Staff change the weekly hours. Unless they have acknowledged it, no change leaves appointments outside the hours. */
export function hoursRoutes({ on, commands, checkOutside }: HoursRoutesDeps): void {
  const answered = ({ hoursId: id, version, position }: HoursResult) => ({
    body: { id, version, position },
    version,
  });

  on(addHours, async ({ body, run }) => {
    const interval = { start: minutesOfClock(body.start_time), end: minutesOfClock(body.end_time) };
    return answered(await commands.add({ dayOfWeek: body.day_of_week, ...interval }, run));
  });

  on(changeHours, async ({ params: { id: hoursId }, query: { acknowledged }, body, run }) => {
    const { is_available: isAvailable } = body;
    if (isAvailable !== undefined) {
      if (!acknowledged) await checkOutside({ kind: 'SwitchHours', hoursId, isAvailable }, run);
      return answered(await commands.switch(hoursId, isAvailable, run));
    }
    const interval = { start: minutesOfClock(body.start_time), end: minutesOfClock(body.end_time) };
    if (!acknowledged) await checkOutside({ kind: 'ChangeHours', hoursId, ...interval }, run);
    return answered(await commands.change(hoursId, interval, run));
  });

  on(removeHours, async ({ params: { id: hoursId }, query: { acknowledged }, run }) => {
    if (!acknowledged) await checkOutside({ kind: 'RemoveHours', hoursId }, run);
    return answered(await commands.remove(hoursId, run));
  });
}
