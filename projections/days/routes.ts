import type { AffectedBooking } from '../../src/contracts/bookings/affected-bookings.ts';
import { getBlockedTime, listBlockedTimes } from '../../src/contracts/salon/admin-blocked-times.ts';
import { getDay } from '../../src/contracts/salon/admin-days.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { refuse } from '../../src/http/refusal.ts';
import { clocksOf, type SalonDate } from '../../src/salon/salon-time.ts';
import type { Interval } from '../../src/salon/slots.ts';
import { days as daysModel } from './projection.ts';
import type { BlockedTimes, Days } from './queries.ts';

interface DayRoutesDeps {
  readonly on: Mount;
  readonly days: Days;
  readonly blockedTimes: BlockedTimes;
  /** Open windows of the date's weekday, in order. */
  weeklyOn(date: SalonDate): Promise<readonly Interval[]>;
  isBlocked(date: SalonDate): Promise<boolean>;
  /** Upcoming bookings on a date that lie outside its hours, in order of time. */
  upcomingOutside(date: SalonDate, hours: readonly Interval[]): Promise<AffectedBooking[]>;
  /** The read models that these read. */
  readonly models: readonly NamedModel[];
}

/** Single dates and blocked parts of them, for staff. */
export function dayRoutes(deps: DayRoutesDeps): void {
  const { on, days, blockedTimes, weeklyOn, isBlocked, upcomingOutside, models } = deps;

  on(
    getDay,
    async ({ params: { date } }) => {
      const [ownHours, weekly, blocked, blocks, version] = await Promise.all([
        days.ownHours({ from: date, to: date }),
        weeklyOn(date),
        isBlocked(date),
        blockedTimes.list({ from: date, to: date }),
        days.versionOf(date),
      ]);
      const own = ownHours.get(date);
      const hours = own?.windows ?? weekly;
      const body = {
        date,
        windows: hours.map(clocksOf),
        off: (own?.off ?? []).map(clocksOf),
        from: own ? ('date' as const) : ('week' as const),
        blocked,
        blocks,
        version,
        bookings_outside: await upcomingOutside(date, hours),
      };
      return { body, version };
    },
    [daysModel, ...models],
  );

  on(listBlockedTimes, async ({ query }) => ({ body: await blockedTimes.list(query) }), [daysModel]);
  on(
    getBlockedTime,
    async ({ params: { id } }) => {
      const body = await blockedTimes.byId(id);
      if (!body) throw refuse('blocked-time-not-found');
      return { body, version: body.version };
    },
    [daysModel],
  );
}
