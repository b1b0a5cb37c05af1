import type { StaffTimes } from '../../src/contracts/bookings/staff-times.ts';
import { collide, movedTo, type Part, partsOf, type Stretch } from '../../src/salon/parts.ts';
import {
  clocksOf,
  DAY_MINUTES,
  formatTime,
  instantsOn,
  type Minutes,
  type SalonDate,
} from '../../src/salon/salon-time.ts';
import { type Interval, liesWithin } from '../../src/salon/slots.ts';
import { freeStarts, STAFF_STARTS, type StartRules } from '../../src/salon/starts.ts';
import { FIRST_STYLIST, timeBy } from '../../src/salon/team.ts';
import type { StartsDeps } from '../query-deps.ts';
import { createSalonClock } from './salon-clock.ts';
import { createDayRead, type DayRead, type Disregarded, type OwnSlot, obstacles } from './stored-days.ts';
import { offeredAll } from './takers.ts';

type StateOfTime = Omit<StaffTimes['times'][number], 'time'>;

/** The usual starts, and those within opening hours, which may begin at any minute; none that ends after midnight. */
function startsOf(windows: readonly Interval[], duration: Minutes, rules: StartRules): Minutes[] {
  const { first, last, every } = STAFF_STARTS;
  const usual = Array.from({ length: (last - first) / every + 1 }, (_, index) => first + index * every);
  return [...new Set([...usual, ...freeStarts(windows, [], { start: 0, end: duration }, rules)])]
    .filter((start) => start + duration <= DAY_MINUTES)
    .sort((a, b) => a - b);
}

/** Minutes for which a time that is too short for a booking is free; nothing where it is taken from its beginning. */
function freeUntilTaken({ start }: Interval, taken: readonly Part[]): { free_minutes?: Minutes } {
  const end = Math.min(...taken.map((part) => part.start).filter((next) => next > start));
  const isFree = Number.isFinite(end) && !collide(partsOf({ start, end }), taken);
  return isFree ? { free_minutes: end - start } : {};
}

/** The times that staff choose from, for a new booking and for one that is moved. */
export function createStaffTimes({ pool, timeZone, startRules, now }: StartsDeps) {
  const clock = createSalonClock(timeZone);
  const readDay = createDayRead(pool);

  function timesOf(
    date: SalonDate,
    day: DayRead,
    shape: Stretch,
    /** The slot of an appointment that is moved; null for a new one. */
    moved: Disregarded | null,
  ): StaffTimes {
    const { windows } = day;
    const duration = shape.end - shape.start;
    const blocked = day.block !== null;
    const rules = startRules();
    const none = {
      date,
      blocked,
      closed: windows.length === 0,
      windows: windows.map(clocksOf),
      duration,
      ...(rules.staff_any_five_minutes && { any_five_minutes: true as const }),
      times: [],
    };
    const at = now();
    const today = clock.today(at);
    if (blocked || date < today.date || date > today.lastBookable) return none;
    const instantAt = instantsOn(date, timeZone);
    const taken = obstacles(day, at, moved ?? {});

    function stateOf(slot: Stretch, instant: number): StateOfTime {
      const hasBegun = instant <= at.getTime();
      if (hasBegun && moved) return { state: 'past' };
      if (collide(partsOf(slot), taken)) return { state: 'taken', ...freeUntilTaken(slot, taken) };
      if (hasBegun) return { state: 'began' };
      return { state: liesWithin(slot, windows) ? 'free' : 'outside_hours' };
    }

    const times = startsOf(windows, duration, rules).flatMap((start) => {
      const instant = instantAt(start);
      // Daylight saving skips this time.
      if (instant === null) return [];
      return { time: formatTime(start), ...stateOf(movedTo(start, shape), instant) };
    });
    return { ...none, times };
  }

  return {
    /** @throws Refused `unknown-service` when one isn't offered */
    async forServices(date: SalonDate, serviceIds: readonly string[]): Promise<StaffTimes> {
      const day = await readDay(date, serviceIds);
      return timesOf(date, day, timeBy(FIRST_STYLIST, offeredAll(day, serviceIds)), null);
    },

    /** Times may overlap the booking's own slot. */
    forBooking: async (date: SalonDate, { slotId, ...time }: OwnSlot): Promise<StaffTimes> =>
      timesOf(date, await readDay(date, []), time, { slotId }),
  };
}

export type StaffTimesReader = ReturnType<typeof createStaffTimes>;
