import type { AffectedBooking, UpcomingBooking } from '../../src/contracts/bookings/affected-bookings.ts';
import { getBlockedTime, listBlockedTimes } from '../../src/contracts/salon/admin-blocked-times.ts';
import { getDay } from '../../src/contracts/salon/admin-days.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { seesBlock } from '../../src/http/operation/sight.ts';
import { refuse } from '../../src/http/refusal.ts';
import { stylistOf } from '../../src/salon/parts.ts';
import { clocksOf, dayOfWeek, type SalonDate } from '../../src/salon/salon-time.ts';
import { type Interval, liesWithin } from '../../src/salon/slots.ts';
import { ownWindowsOn, type Stylist, workingWindows } from '../../src/salon/team.ts';
import { days as daysModel } from './projection.ts';
import type { BlockedTimes, Days } from './queries.ts';

interface DayRoutesDeps {
  readonly on: Mount;
  readonly days: Days;
  readonly blockedTimes: BlockedTimes;
  /** Open windows of the date's weekday, in order. */
  weeklyOn(date: SalonDate): Promise<readonly Interval[]>;
  /** All stylists, active or not. */
  stylists(): Promise<readonly Stylist[]>;
  /** Refuses the id of nobody. */
  checkStylist(id: string | undefined): void;
  isBlocked(date: SalonDate): Promise<boolean>;
  /** Upcoming bookings on a date, in order of time. */
  upcomingOn(date: SalonDate): Promise<readonly UpcomingBooking[]>;
  shownBookings(bookings: readonly UpcomingBooking[]): AffectedBooking[];
  /** The read models that these read. */
  readonly models: readonly NamedModel[];
}

/** Single dates and blocked parts of them, for staff. */
export function dayRoutes(deps: DayRoutesDeps): void {
  const {
    on,
    days,
    blockedTimes,
    weeklyOn,
    stylists,
    checkStylist,
    isBlocked,
    upcomingOn,
    shownBookings,
    models,
  } = deps;

  /** Hours of a date as staff set them: the salon's, or those of a stylist within the salon's. */
  async function readHours(date: SalonDate) {
    const [rows, weekly, all] = await Promise.all([days.ownHoursOn(date), weeklyOn(date), stylists()]);
    const ownOf = (resource: string | null) => rows.find((row) => row.resource === resource);
    return (stylistId: string | undefined) => {
      const own = ownOf(stylistId ?? null);
      const salon = ownOf(null)?.windows ?? weekly;
      const stylist = all.find(({ id }) => id === stylistId);
      const week = stylist ? ownWindowsOn(stylist, dayOfWeek(date)) : null;
      return { own, windows: workingWindows(stylistId === undefined ? null : (own?.windows ?? week), salon) };
    };
  }

  on(
    getDay,
    async ({ params: { date }, query: { stylist_id: stylistId } }) => {
      checkStylist(stylistId);
      const [hoursOf, blocked, blocks, upcoming, version] = await Promise.all([
        readHours(date),
        isBlocked(date),
        blockedTimes.list({ from: date, to: date, stylistId }),
        upcomingOn(date),
        days.versionOf(date),
      ]);
      const { windows, own } = hoursOf(stylistId);
      const outside = upcoming.filter((appointment) => {
        const doneBy = stylistOf(appointment);
        const isAsked = stylistId === undefined || doneBy === stylistId;
        return isAsked && !liesWithin(appointment, hoursOf(doneBy).windows);
      });
      const body = {
        date,
        ...(stylistId !== undefined && { stylist_id: stylistId }),
        windows: windows.map(clocksOf),
        off: (own?.off ?? []).map(clocksOf),
        from: own ? ('date' as const) : ('week' as const),
        blocked,
        blocks,
        version,
        bookings_outside: shownBookings(outside),
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
