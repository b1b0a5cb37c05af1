import { clearDayHours, setDayHours, setHoursOfDays } from '../../../contracts/salon/admin-days.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { intervalOf } from '../../../salon/salon-time.ts';
import { isAcknowledged, type UpcomingOn } from '../../affected-appointments.ts';
import type { DayHoursCommands } from './day-hours-commands.ts';
import { createNamingOutside } from './day-hours-outside.ts';
import { type DayResult, toDayOutcomes } from './each-day.ts';

interface DayHoursRoutesDeps {
  readonly on: Mount;
  readonly commands: DayHoursCommands;
  readonly upcomingOn: UpcomingOn;
}

const answered = ({ date, version, position, outcomes }: DayResult) => ({
  body: { date, version, position, ...toDayOutcomes(outcomes) },
  version,
});

/** Routes by which staff give single dates hours. A change that leaves appointments outside the hours must be acknowledged. */
export function dayHoursRoutes({ on, commands, upcomingOn }: DayHoursRoutesDeps): void {
  const naming = createNamingOutside({ commands, upcomingOn });

  on(setDayHours, async ({ params: { date }, query, body, run }) => {
    const hours = { date, windows: body.windows.map(intervalOf) };
    return answered(
      await naming([hours], isAcknowledged(query, body), (known) => commands.set(hours, known, run)),
    );
  });

  on(clearDayHours, async ({ params: { date }, query, run }) => {
    const hours = { date, windows: commands.weeklyOn(date) };
    return answered(
      await naming([hours], isAcknowledged(query), (known) => commands.clear(date, known, run)),
    );
  });

  on(setHoursOfDays, async ({ query, body, run }) => {
    const days = body.days.map(({ date, windows }) => ({ date, windows: windows.map(intervalOf) }));
    return answered(await naming(days, isAcknowledged(query), (known) => commands.setEach(days, known, run)));
  });
}
