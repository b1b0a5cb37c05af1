import { isDeepStrictEqual } from 'node:util';
import type { UpcomingBooking } from '../../contracts/bookings/affected-bookings.ts';
import type { CommandRun } from '../../eventsourcing/streams/event-streams.ts';
import { alreadyApplied } from '../../eventsourcing/streams/stream-fold.ts';
import { refuse } from '../../http/refusal.ts';
import { dayOfWeek } from '../../salon/salon-time.ts';
import { type Interval, liesWithin } from '../../salon/slots.ts';
import { ownWindowsOn, type StylistWeek } from '../../salon/team.ts';
import { affectedBookings } from '../affected-bookings.ts';
import type { HoursStreams } from './commands.ts';
import { type HoursCommand, hoursDecider, openWindows } from './decider.ts';
import { HOURS } from './events.ts';

/** The weekly windows that change: the salon's, or a stylist's own. */
interface Weekly {
  readonly weekly?: readonly Interval[];
  ownWeekly?(): readonly Interval[] | null;
}

interface OutsideCheckDeps {
  readonly hours: HoursStreams;
  /** Upcoming bookings, in order of date and time. */
  readonly upcoming: {
    /** @param dayOfWeek 0 for Sunday */
    onWeekday(dayOfWeek: number): Promise<readonly UpcomingBooking[]>;
    ofStylist(stylistId: string): Promise<readonly UpcomingBooking[]>;
  };
  /** Those of appointments that other weekly hours leave outside the hours of their stylist, by their own dates and weeks. */
  leftOutside(
    appointments: readonly UpcomingBooking[],
    change: { readonly before: Weekly; after(dayOfWeek: number): Weekly },
  ): Promise<readonly UpcomingBooking[]>;
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

const byTime = (a: UpcomingBooking, b: UpcomingBooking) =>
  a.date === b.date ? a.start - b.start : a.date < b.date ? -1 : 1;

function refuseFor(outside: readonly UpcomingBooking[]): void {
  if (outside.length > 0) throw refuse('appointments-outside-hours', { affected: affectedBookings(outside) });
}

/**
 * Refuses a change of hours after which appointments would lie outside them, and names these appointments. Appointments that already
 * lie outside the present hours, because staff booked them so, are not named, nor are those on dates with hours of their own. The
 * appointments come from a read model, which is a moment behind: one that is booked at this moment isn't named, and stays where it is
 * like the others.
 *
 * @throws Refused `appointments-outside-hours`; RuleBroken when the change itself is refused
 */
export function createOutsideCheck({ hours, upcoming, leftOutside }: OutsideCheckDeps) {
  return async (command: HoursCommand, run: CommandRun): Promise<void> => {
    const changes = await hours.read(HOURS, (loaded) => {
      if (alreadyApplied(loaded, run)) return [];
      const { state } = loaded;
      const events = hoursDecider.decide(command, state);
      const copy = { ...state, week: new Map(state.week), removed: new Map(state.removed) };
      const changed = events.reduce(hoursDecider.evolve, copy);
      return WEEKDAYS.map((dayOfWeek) => ({
        dayOfWeek,
        before: openWindows(state, dayOfWeek),
        after: openWindows(changed, dayOfWeek),
      })).filter(({ before, after }) => !isDeepStrictEqual(before, after));
    });
    const left = await Promise.all(
      changes.map(async ({ dayOfWeek, before, after }) => {
        // Nobody falls outside who lies within the new hours: those days aren't read.
        const outsideNew = (await upcoming.onWeekday(dayOfWeek)).filter((one) => !liesWithin(one, after));
        return leftOutside(outsideNew, { before: { weekly: before }, after: () => ({ weekly: after }) });
      }),
    );
    refuseFor(left.flat().sort(byTime));
  };
}

/**
 * Makes the same check of one stylist's week.
 *
 * @throws Refused `appointments-outside-hours`
 */
export function createStylistWeekCheck({ upcoming, leftOutside }: Omit<OutsideCheckDeps, 'hours'>) {
  return async (stylistId: string, week: StylistWeek | null): Promise<void> => {
    // Without a week of their own the salon's hours count, in which theirs lay.
    if (week === null) return;
    const ownOn = (day: number) => ownWindowsOn({ week }, day);
    // Their hours lie within the salon's, so nobody falls outside who lies within the week: those days aren't read.
    const outsideNew = (await upcoming.ofStylist(stylistId)).filter(
      (one) => !liesWithin(one, ownOn(dayOfWeek(one.date)) ?? []),
    );
    const after = (day: number) => ({ ownWeekly: () => ownOn(day) });
    refuseFor(await leftOutside(outsideNew, { before: {}, after }));
  };
}

export type OutsideCheck = ReturnType<typeof createOutsideCheck>;
