import type { UpcomingBooking } from '../../contracts/bookings/affected-bookings.ts';
import type { CommandRun } from '../../eventsourcing/streams/event-streams.ts';
import { alreadyApplied } from '../../eventsourcing/streams/stream-fold.ts';
import { refuse } from '../../http/refusal.ts';
import type { SalonDate } from '../../salon/salon-time.ts';
import { liesWithin } from '../../salon/slots.ts';
import { affectedBookings } from '../affected-bookings.ts';
import type { HoursStreams } from './commands.ts';
import { type HoursCommand, hoursDecider, openWindows } from './decider.ts';
import { HOURS } from './events.ts';

interface OutsideCheckDeps {
  readonly hours: HoursStreams;
  /** Upcoming bookings on a weekday, 0 for Sunday, in order of date and time. */
  upcomingOnWeekday(dayOfWeek: number): Promise<readonly UpcomingBooking[]>;
  /** Whether a date has hours of its own, so that the weekly ones don't apply to it. */
  hasOwnHours(date: SalonDate): Promise<boolean>;
}

/**
 * Refuses a change of hours after which appointments would lie outside them, and names these appointments. Appointments that already
 * lie outside the present hours, because staff booked them so, are not named, nor are those on dates with hours of their own. The
 * appointments come from a read model, which is a moment behind: one that is booked at this moment isn't named, and stays where it is
 * like the others.
 *
 * @throws Refused `appointments-outside-hours`; RuleBroken when the change itself is refused
 */
export function createOutsideCheck({ hours, upcomingOnWeekday, hasOwnHours }: OutsideCheckDeps) {
  async function onWeeklyHours(appointments: readonly UpcomingBooking[]) {
    const dates = [...new Set(appointments.map(({ date }) => date))];
    const isOwn = await Promise.all(dates.map(hasOwnHours));
    const own = new Set(dates.filter((_, index) => isOwn[index]));
    return appointments.filter(({ date }) => !own.has(date));
  }

  return async (command: Extract<HoursCommand, { hoursId: string }>, run: CommandRun): Promise<void> => {
    const change = await hours.read(HOURS, (loaded) => {
      if (alreadyApplied(loaded, run)) return undefined;
      const { state } = loaded;
      const dayOfWeek = state.week.get(command.hoursId)?.dayOfWeek;
      const events = hoursDecider.decide(command, state);
      if (dayOfWeek === undefined) return undefined;
      const copy = { ...state, week: new Map(state.week), removed: new Map(state.removed) };
      const before = openWindows(state, dayOfWeek);
      return { dayOfWeek, before, after: openWindows(events.reduce(hoursDecider.evolve, copy), dayOfWeek) };
    });
    if (!change) return;
    const { dayOfWeek, before, after } = change;
    const upcoming = await upcomingOnWeekday(dayOfWeek);
    const left = await onWeeklyHours(
      upcoming.filter((appointment) => liesWithin(appointment, before) && !liesWithin(appointment, after)),
    );
    if (left.length > 0) throw refuse('appointments-outside-hours', { affected: affectedBookings(left) });
  };
}

export type OutsideCheck = ReturnType<typeof createOutsideCheck>;
