import { blockTime, changeBlockedTime, unblockTime } from '../../../contracts/salon/admin-blocked-times.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { onlyOf, requireOwn, type Staff } from '../../../http/operation/sight.ts';
import type { Blocking } from '../../../salon/parts.ts';
import { repeatedDates } from '../../../salon/repeated-dates.ts';
import { intervalOf, type SalonDate } from '../../../salon/salon-time.ts';
import { type BookingsOn, isAcknowledged, namingAffected } from '../../affected-bookings.ts';
import type { CheckStylist } from '../../known-stylist.ts';
import type { BlockedTimeCommands } from './blocked-time-commands.ts';
import { dateOfId } from './dated-id.ts';
import { liesUnder } from './day-decisions.ts';
import { type BlockResult, toDayOutcomes } from './each-day.ts';

interface BlockedTimeRoutesDeps {
  readonly on: Mount;
  readonly commands: BlockedTimeCommands;
  readonly bookingsOn: BookingsOn;
  readonly checkStylist: CheckStylist;
}

const answered = ({ blockId: id, date, version, position, outcomes }: BlockResult) => ({
  body: { id, date, version, position, ...toDayOutcomes(outcomes) },
  version,
});

/** Routes by which staff block parts of days. A time with bookings is blocked only if staff acknowledge them. */
export function blockedTimeRoutes({ on, commands, bookingsOn, checkStylist }: BlockedTimeRoutesDeps): void {
  /** The bookings over which a block is refused. @param before of a block that is moved: its time so far */
  async function appointmentsUnder(time: Blocking, dates: readonly SalonDate[], before?: Blocking) {
    const upcoming = await bookingsOn.upcoming(dates);
    return upcoming.filter((appointment) =>
      liesUnder(appointment, time, commands.clockOn(appointment.date), before),
    );
  }

  /** @throws Refused `forbidden` for a stylist who names a block of others, or of everybody */
  async function requireOwnBlock(caller: Staff, id: string) {
    if (onlyOf(caller) !== undefined) requireOwn(caller, await commands.stylistOf(id));
  }

  on(blockTime, async ({ caller, query, body, run }) => {
    const { date, reason, repeat_until: repeatUntil, weekdays, stylist_id: resource } = body;
    checkStylist(resource);
    requireOwn(caller, resource);
    const time = { ...intervalOf(body), resource };
    const request = { date, ...time, reason, repeatUntil, weekdays };
    const dates = repeatedDates(date, repeatUntil ?? date, weekdays);
    return answered(
      await namingAffected({
        code: 'appointments-on-date',
        acknowledged: isAcknowledged(query, body),
        deadline: run.deadline,
        change: (known) => commands.block({ ...request, ...known }, run),
        affected: () => appointmentsUnder(time, dates),
        completed: () => bookingsOn.completed(dates),
      }),
    );
  });

  on(changeBlockedTime, async ({ caller, params: { id }, query, body, run }) => {
    await requireOwnBlock(caller, id);
    const { start_time, end_time, reason } = body;
    const times =
      start_time !== undefined && end_time !== undefined ? intervalOf({ start_time, end_time }) : undefined;
    const date = dateOfId(id);
    const dates = date === null ? [] : [date];
    return answered(
      await namingAffected({
        code: 'appointments-on-date',
        acknowledged: isAcknowledged(query, body),
        deadline: run.deadline,
        change: (known) => commands.change(id, { times, reason, ...known }, run),
        async affected() {
          const before = await commands.timeOf(id);
          return times && before
            ? appointmentsUnder({ ...times, resource: before.resource }, dates, before)
            : [];
        },
        completed: () => bookingsOn.completed(dates),
      }),
    );
  });

  on(unblockTime, async ({ caller, params: { id }, query: { following }, run }) => {
    await requireOwnBlock(caller, id);
    return answered(await (following ? commands.unblockFollowing(id, run) : commands.unblock(id, run)));
  });
}
