import type { UpcomingAppointment } from '../../../contracts/bookings/affected-appointments.ts';
import { blockDate, changeBlockedDate, unblockDate } from '../../../contracts/salon/admin-blocked-dates.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { Guard } from '../../../http/operation/caller.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { refuse } from '../../../http/refusal.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import { affectedAppointments } from '../../affected-appointments.ts';
import type { AgendaCommands, BlockResult } from './commands.ts';

interface BlockRoutesDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly commands: AgendaCommands;
  /** Upcoming appointments on a date, in order of time. */
  upcomingOnDate(date: SalonDate): Promise<readonly UpcomingAppointment[]>;
}

/** Routes by which staff close dates for the public. A date with upcoming appointments is closed only if staff acknowledge them. */
export function blockRoutes({ on, commands, upcomingOnDate }: BlockRoutesDeps): void {
  const answered = ({ blockId: id, date: blocked_date, version, position }: BlockResult) => ({
    body: { id, blocked_date, version, position },
    version,
  });

  on(blockDate, async ({ query: { acknowledged }, body, run }) => {
    const { blocked_date: date, reason } = body;
    try {
      return answered(await commands.blockDate({ date, reason, acknowledged: acknowledged === 'true' }, run));
    } catch (error) {
      if (!(error instanceof RuleBroken) || error.code !== 'appointments-on-date') throw error;
      throw refuse('appointments-on-date', { affected: affectedAppointments(await upcomingOnDate(date)) });
    }
  });

  on(changeBlockedDate, async ({ params: { id }, body, run }) =>
    answered(await commands.changeReason(id, body.reason, run)),
  );

  on(unblockDate, async ({ params: { id }, run }) => answered(await commands.unblockDate(id, run)));
}
