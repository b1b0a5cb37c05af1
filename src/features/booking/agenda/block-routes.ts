import type { UpcomingAppointment } from '../../../contracts/bookings/affected-appointments.ts';
import { blockDate, changeBlockedDate, unblockDate } from '../../../contracts/salon/admin-blocked-dates.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { Guard } from '../../../http/operation/caller.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { refuse } from '../../../http/refusal.ts';
import { type SalonDate, salonDays } from '../../../salon/salon-time.ts';
import { affectedAppointments } from '../../affected-appointments.ts';
import type { AgendaCommands, BlockResult } from './commands.ts';
import { daysAnswer } from './each-day.ts';

interface BlockRoutesDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly commands: AgendaCommands;
  /** Upcoming appointments on these dates, in order of date and time. */
  upcomingOn(dates: readonly SalonDate[]): Promise<readonly UpcomingAppointment[]>;
}

/** Routes by which staff close dates for the public. A date with upcoming appointments is closed only if staff acknowledge them. */
export function blockRoutes({ on, commands, upcomingOn }: BlockRoutesDeps): void {
  const answered = ({ blockId: id, date: blocked_date, version, position, outcomes }: BlockResult) => ({
    body: { id, blocked_date, version, position, ...daysAnswer(outcomes) },
    version,
  });

  on(blockDate, async ({ query: { acknowledged }, body, run }) => {
    const { blocked_date: date, until, reason } = body;
    try {
      const request = { date, until, reason, acknowledged: acknowledged === 'true' };
      return answered(await commands.blockDate(request, run));
    } catch (error) {
      if (!(error instanceof RuleBroken) || error.code !== 'appointments-on-date') throw error;
      const upcoming = await upcomingOn(salonDays(date, until ?? date));
      throw refuse('appointments-on-date', { affected: affectedAppointments(upcoming) });
    }
  });

  on(changeBlockedDate, async ({ params: { id }, body, run }) =>
    answered(await commands.changeReason(id, body.reason, run)),
  );

  on(unblockDate, async ({ params: { id }, run }) => answered(await commands.unblockDate(id, run)));
}
