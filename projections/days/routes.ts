import type { AffectedBooking } from '../../src/contracts/bookings/affected-bookings.ts';
import { getBlockedTime, listBlockedTimes } from '../../src/contracts/salon/admin-blocked-times.ts';
import { getDay } from '../../src/contracts/salon/admin-days.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { seesBlock } from '../../src/http/operation/sight.ts';
import { refuse } from '../../src/http/refusal.ts';
import { clocksOf, type SalonDate } from '../../src/salon/salon-time.ts';
import { type Interval, within } from '../../src/salon/slots.ts';
import { days as daysModel } from './projection.ts';
import type { BlockedTimes, Days } from './queries.ts';

interface DayRoutesDeps {
  readonly on: Mount;
  readonly days: Days;
  readonly blockedTimes: BlockedTimes;
  /** Open windows of the date's weekday, in order. */
  weeklyOn(date: SalonDate): Promise<readonly Interval[]>;
  /** The windows of a stylist's own week on the date's weekday; null where the salon's count. */
  ownWeekOn(date: SalonDate, stylistId: string): Promise<readonly Interval[] | null>;
  /** Refuses the id of nobody. */
  checkStylist(id: string | undefined): void;
  isBlocked(date: SalonDate): Promise<boolean>;
  /** Upcoming bookings on a date that lie outside its hours, in order of time. */
  upcomingOutside(
    date: SalonDate,
    hours: readonly Interval[],
    stylistId: string | undefined,
  ): Promise<AffectedBooking[]>;
  /** The read models that these read. */
  readonly models: readonly NamedModel[];
}

/** Single dates and blocked parts of them, for staff. */
export function dayRoutes(deps: DayRoutesDeps): void {
  const { on, days, blockedTimes, weeklyOn, ownWeekOn, checkStylist, isBlocked, upcomingOutside, models } =
    deps;

  /** Hours as staff set them: the salon's, or those of a stylist within the salon's. */
  async function hoursOn(date: SalonDate, stylistId: string | undefined) {
    const on = { from: date, to: date };
    const [ownHours, weekly] = await Promise.all([days.ownHours(on), weeklyOn(date)]);
    const ofSalon = ownHours.get(date);
    const salon = ofSalon?.windows ?? weekly;
    if (stylistId === undefined) return { windows: salon, own: ofSalon };
    const own = (await days.ownHours({ ...on, stylistId })).get(date);
    const windows = own?.windows ?? (await ownWeekOn(date, stylistId));
    return { windows: windows ? within(windows, salon) : salon, own };
  }

  on(
    getDay,
    async ({ params: { date }, query: { stylist_id: stylistId } }) => {
      checkStylist(stylistId);
      const [{ windows, own }, blocked, blocks, version] = await Promise.all([
        hoursOn(date, stylistId),
        isBlocked(date),
        blockedTimes.list({ from: date, to: date, stylistId }),
        days.versionOf(date),
      ]);
      const body = {
        date,
        ...(stylistId !== undefined && { stylist_id: stylistId }),
        windows: windows.map(clocksOf),
        off: (own?.off ?? []).map(clocksOf),
        from: own ? ('date' as const) : ('week' as const),
        blocked,
        blocks,
        version,
        bookings_outside: await upcomingOutside(date, windows, stylistId),
      };
      return { body, version };
    },
    [daysModel, ...models],
  );

  on(
    listBlockedTimes,
    async ({ query: { stylist_id: stylistId, ...dates } }) => {
      checkStylist(stylistId);
      return { body: await blockedTimes.list({ ...dates, stylistId }) };
    },
    [daysModel],
  );
  on(
    getBlockedTime,
    async ({ caller, params: { id } }) => {
      const body = await blockedTimes.byId(id);
      if (!body || !seesBlock(caller, body.stylist_id ?? null)) throw refuse('blocked-time-not-found');
      return { body, version: body.version };
    },
    [daysModel],
  );
}
