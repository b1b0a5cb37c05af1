import type { z } from 'zod';
import {
  clearDayHours,
  type HoursOfDate,
  setDayHours,
  setHoursOfDays,
} from '../../../contracts/salon/admin-days.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { intervalOf, type SalonDate } from '../../../salon/salon-time.ts';
import { type BookingsOn, isAcknowledged } from '../../affected-bookings.ts';
import type { CheckStylist } from '../../known-stylist.ts';
import type { DayHoursCommands, HoursOnDate } from './day-hours-commands.ts';
import { createNamingOutside } from './day-hours-outside.ts';
import { type DayResult, toDayOutcomes } from './each-day.ts';

interface DayHoursRoutesDeps {
  readonly on: Mount;
  readonly commands: DayHoursCommands;
  readonly bookingsOn: BookingsOn;
  readonly checkStylist: CheckStylist;
}

const answered = ({ date, version, position, outcomes }: DayResult) => ({
  body: { date, version, position, ...toDayOutcomes(outcomes) },
  version,
});

const hoursOn = (
  date: SalonDate,
  { windows, off }: z.infer<typeof HoursOfDate>,
  resource: string | undefined,
): HoursOnDate => ({
  date,
  resource,
  windows: windows.map(intervalOf),
  off: off?.map(intervalOf),
});

/** Routes by which staff give single dates hours. A change that leaves bookings outside the hours must be acknowledged. */
export function dayHoursRoutes({ on, commands, bookingsOn, checkStylist }: DayHoursRoutesDeps): void {
  const naming = createNamingOutside({ commands, bookingsOn });

  on(setDayHours, async ({ params: { date }, query, body, run }) => {
    checkStylist(body.stylist_id);
    const hours = hoursOn(date, body, body.stylist_id);
    return answered(
      await naming([hours], isAcknowledged(query, body), run, (known) => commands.set(hours, known, run)),
    );
  });

  on(clearDayHours, async ({ params: { date }, query, run }) => {
    const { stylist_id: resource } = query;
    checkStylist(resource);
    const cleared = { date, resource, windows: null };
    return answered(
      await naming([cleared], isAcknowledged(query), run, (known) => commands.clear(cleared, known, run)),
    );
  });

  on(setHoursOfDays, async ({ query, body, run }) => {
    checkStylist(body.stylist_id);
    const days = body.days.map((day) => hoursOn(day.date, day, body.stylist_id));
    return answered(
      await naming(days, isAcknowledged(query), run, (known) => commands.setEach(days, known, run)),
    );
  });
}
