import { blockDate, changeBlockedDate, unblockDate } from '../../../contracts/salon/admin-blocked-dates.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { salonDays } from '../../../salon/salon-time.ts';
import { isAcknowledged, namingAffected, type UpcomingOn } from '../../affected-appointments.ts';
import type { BlockedDateCommands } from './blocked-date-commands.ts';
import { beginsLater } from './day-decisions.ts';
import { type BlockResult, toDayOutcomes } from './each-day.ts';

interface BlockedDateRoutesDeps {
  readonly on: Mount;
  readonly commands: BlockedDateCommands;
  readonly upcomingOn: UpcomingOn;
}

/** Routes by which staff close dates for the public. A date with upcoming appointments is closed only if staff acknowledge them. */
export function blockedDateCommandRoutes({ on, commands, upcomingOn }: BlockedDateRoutesDeps): void {
  const answered = ({ blockId: id, date: blocked_date, version, position, outcomes }: BlockResult) => ({
    body: { id, blocked_date, version, position, ...toDayOutcomes(outcomes) },
    version,
  });

  on(blockDate, async ({ query, body, run }) => {
    const { blocked_date: date, until, reason } = body;
    const affected = async () =>
      (await upcomingOn(salonDays(date, until ?? date))).filter((appointment) =>
        beginsLater(appointment, commands.clockOn(appointment.date)),
      );
    const block = (acknowledged: boolean) => commands.blockDate({ date, until, reason, acknowledged }, run);
    return answered(await namingAffected('appointments-on-date', isAcknowledged(query), block, affected));
  });

  on(changeBlockedDate, async ({ params: { id }, body, run }) =>
    answered(await commands.changeReason(id, body.reason, run)),
  );

  on(unblockDate, async ({ params: { id }, run }) => answered(await commands.unblockDate(id, run)));
}
