import type { UpcomingAppointment } from '../../../contracts/bookings/affected-appointments.ts';
import { blockTime, changeBlockedTime, unblockTime } from '../../../contracts/salon/admin-blocked-times.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { Guard } from '../../../http/operation/caller.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { refuse } from '../../../http/refusal.ts';
import { minutesOfClock, type SalonDate } from '../../../salon/salon-time.ts';
import { type Interval, overlaps } from '../../../salon/slots.ts';
import { affectedAppointments } from '../../affected-appointments.ts';
import { type BlockedTimeCommands, weeklyDates } from './blocked-time-commands.ts';
import type { BlockResult } from './commands.ts';
import { dateOfId } from './dated-id.ts';
import { daysAnswer } from './each-day.ts';

interface BlockedTimeRoutesDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly commands: BlockedTimeCommands;
  /** Upcoming appointments on these dates, in order of date and time. */
  upcomingOn(dates: readonly SalonDate[]): Promise<readonly UpcomingAppointment[]>;
}

const answered = ({ blockId: id, date, version, position, outcomes }: BlockResult) => ({
  body: { id, date, version, position, ...daysAnswer(outcomes) },
  version,
});

const intervalOf = ({ start_time, end_time }: { start_time: string; end_time: string }): Interval => ({
  start: minutesOfClock(start_time),
  end: minutesOfClock(end_time),
});

/** Routes by which staff block parts of days. A time with appointments is blocked only if staff acknowledge them. */
export function blockedTimeRoutes({ on, commands, upcomingOn }: BlockedTimeRoutesDeps): void {
  /** Names the appointments over which a block is refused. */
  async function naming<Result>(
    block: () => Promise<Result>,
    dates: readonly SalonDate[],
    time: Interval | undefined,
  ): Promise<Result> {
    try {
      return await block();
    } catch (error) {
      if (!time || !(error instanceof RuleBroken) || error.code !== 'appointments-on-date') throw error;
      const there = (await upcomingOn(dates)).filter((appointment) => overlaps(appointment, time));
      throw refuse('appointments-on-date', { affected: affectedAppointments(there) });
    }
  }

  on(blockTime, async ({ query, body, run }) => {
    const { date, reason, repeat_until: repeatUntil } = body;
    const time = intervalOf(body);
    const acknowledged = query.acknowledged === 'true' || body.acknowledged === true;
    const request = { date, ...time, reason, repeatUntil, acknowledged };
    const dates = weeklyDates(date, repeatUntil ?? date);
    return answered(await naming(() => commands.block(request, run), dates, time));
  });

  on(changeBlockedTime, async ({ params: { id }, query, body, run }) => {
    const { start_time, end_time, reason } = body;
    const times =
      start_time !== undefined && end_time !== undefined ? intervalOf({ start_time, end_time }) : undefined;
    const acknowledged = query.acknowledged === 'true' || body.acknowledged === true;
    const change = { times, reason, acknowledged };
    const dates = [dateOfId(id)].filter((date) => date !== null);
    return answered(await naming(() => commands.change(id, change, run), dates, times));
  });

  on(unblockTime, async ({ params: { id }, query: { following }, run }) =>
    answered(await (following ? commands.unblockFollowing(id, run) : commands.unblock(id, run))),
  );
}
