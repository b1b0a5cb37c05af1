import { blockDate, changeBlockedDate, unblockDate } from '../../../contracts/salon/admin-blocked-dates.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { salonDays } from '../../../salon/salon-time.ts';
import { type BookingsOn, isAcknowledged, namingAffected } from '../../affected-bookings.ts';
import type { BlockedDateCommands } from './blocked-date-commands.ts';
import { beginsLater } from './day-decisions.ts';
import { type BlockResult, toDayOutcomes } from './each-day.ts';

interface BlockedDateRoutesDeps {
  readonly on: Mount;
  readonly commands: BlockedDateCommands;
  readonly bookingsOn: BookingsOn;
}

/** Routes by which staff close dates for the public. A date with upcoming bookings is closed only if staff acknowledge them. */
export function blockedDateCommandRoutes({ on, commands, bookingsOn }: BlockedDateRoutesDeps): void {
  const answered = ({ blockId: id, date: blocked_date, version, position, outcomes }: BlockResult) => ({
    body: { id, blocked_date, version, position, ...toDayOutcomes(outcomes) },
    version,
  });

  on(blockDate, async ({ query, body, run }) => {
    const { blocked_date: date, until, reason } = body;
    const dates = salonDays(date, until ?? date);
    return answered(
      await namingAffected({
        code: 'appointments-on-date',
        acknowledged: isAcknowledged(query),
        deadline: run.deadline,
        change: (known) => commands.blockDate({ date, until, reason, ...known }, run),
        affected: async () =>
          (await bookingsOn.upcoming(dates)).filter((appointment) =>
            beginsLater(appointment, commands.clockOn(appointment.date)),
          ),
        completed: () => bookingsOn.completed(dates),
      }),
    );
  });

  on(changeBlockedDate, async ({ params: { id }, body, run }) =>
    answered(await commands.changeReason(id, body.reason, run)),
  );

  on(unblockDate, async ({ params: { id }, run }) => answered(await commands.unblockDate(id, run)));
}
