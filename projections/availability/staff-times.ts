import type { StaffTimes } from '../../src/contracts/bookings/staff-times.ts';
import {
  collide,
  inTheWayOf,
  movedTo,
  type Part,
  partsOf,
  type Stretch,
  stylistOf,
} from '../../src/salon/parts.ts';
import {
  clocksOf,
  DAY_MINUTES,
  formatTime,
  instantsOn,
  type Minutes,
  type SalonDate,
} from '../../src/salon/salon-time.ts';
import { type Interval, liesWithin, overlaps } from '../../src/salon/slots.ts';
import { freeStarts, isForStaff, STAFF_STARTS, type StartRules } from '../../src/salon/starts.ts';
import { FIRST_STYLIST, othersThan, timeBy } from '../../src/salon/team.ts';
import type { StartsDeps } from '../query-deps.ts';
import { createSalonClock } from './salon-clock.ts';
import {
  createDayRead,
  type DayRead,
  type Disregarded,
  type OwnSlot,
  obstacles,
  workingOn,
} from './stored-days.ts';
import { areTeam, offeredAll, type Taker, takersOfAll, takersOfBooking } from './takers.ts';

type StateOfTime = Omit<StaffTimes['times'][number], 'time'>;

/** The usual starts, and those within opening hours, which may begin at any minute; none that ends after midnight. */
function startsOf(windows: readonly Interval[], duration: Minutes, rules: StartRules): Minutes[] {
  const { first, last, every } = STAFF_STARTS;
  const usual = Array.from({ length: (last - first) / every + 1 }, (_, index) => first + index * every);
  return [...new Set([...usual, ...freeStarts(windows, [], { start: 0, end: duration }, rules)])]
    .filter((start) => start + duration <= DAY_MINUTES)
    .sort((a, b) => a - b);
}

/**
 * Minutes for which a time that is too short for a booking is free; nothing where it is taken from its beginning.
 *
 * @param taken of the one stylist
 */
function freeUntilTaken({ start }: Interval, taken: readonly Part[]): { free_minutes?: Minutes } {
  const end = Math.min(...taken.map((part) => part.start).filter((next) => next > start));
  const isFree = Number.isFinite(end) && !taken.some((part) => overlaps(part, { start, end }));
  return isFree ? { free_minutes: end - start } : {};
}

/** The best first. */
const STATES: readonly StateOfTime['state'][] = ['free', 'outside_hours', 'began', 'taken', 'past'];

const compared = (one: StateOfTime, other: StateOfTime): number =>
  STATES.indexOf(one.state) - STATES.indexOf(other.state) ||
  (other.free_minutes ?? 0) - (one.free_minutes ?? 0);

/** The stylist whose times staff ask for. */
interface StaffWish {
  readonly stylistId?: string | undefined;
  /** Anyone, for an appointment that is moved: else its own stylist keeps it. */
  readonly anyone?: boolean | undefined;
  /** The appointment is on this day: another stylist may take it at its time, even if it has begun. */
  readonly isOwnDay?: boolean | undefined;
}

/** The times that staff choose from, for a new booking and for one that is moved. */
export function createStaffTimes({ pool, timeZone, startRules, now }: StartsDeps) {
  const clock = createSalonClock(timeZone);
  const readDay = createDayRead(pool);

  function timesOf(
    date: SalonDate,
    day: DayRead,
    takers: readonly Taker[],
    {
      shape,
      moved,
      handOver,
    }: {
      /** As the appointment is, or would be by the catalogue. */
      readonly shape: Stretch;
      /** The slot of an appointment that is moved; null for a new one. */
      readonly moved: Disregarded | null;
      /** The start at which others may take it from its stylist. */
      readonly handOver?: { readonly start: Minutes; readonly from: string } | undefined;
    },
  ): StaffTimes {
    const salon = day.windows;
    const at = now();
    const each = takers.map((taker) => ({
      ...taker,
      id: taker.stylist.id,
      working: workingOn(taker.stylist, date, day, salon),
      taken: inTheWayOf(taker.stylist.id, obstacles(day, at, moved ?? {})),
    }));
    const [only] = each.length === 1 ? each : [];
    const windows = only?.working ?? salon;
    const { start, end } = only?.time ?? shape;
    const blocked = day.block !== null;
    const rules = startRules();
    const none = {
      date,
      blocked,
      closed: windows.length === 0,
      windows: windows.map(clocksOf),
      duration: end - start,
      ...(rules.staff_any_five_minutes && { any_five_minutes: true as const }),
      times: [],
    };
    const today = clock.today(at);
    if (blocked || date < today.date || date > today.lastBookable) return none;
    const instantAt = instantsOn(date, timeZone);

    function stateOf(
      slot: Stretch,
      instant: number,
      { id, taken, working }: (typeof each)[number],
    ): StateOfTime {
      const isHandOver = slot.start === handOver?.start && id !== handOver.from;
      const hasBegun = instant <= at.getTime() && !isHandOver;
      if (hasBegun && moved) return { state: 'past' };
      if (collide(partsOf(slot), taken)) return { state: 'taken', ...freeUntilTaken(slot, taken) };
      if (hasBegun) return { state: 'began' };
      return { state: liesWithin(slot, working) ? 'free' : 'outside_hours' };
    }

    /** The best state that the time has of any of them, and whose it is. */
    function bestOf(from: Minutes, instant: number): readonly Omit<StaffTimes['times'][number], 'time'>[] {
      const asked = handOver?.start === from ? othersThan(handOver.from, each) : each;
      const states = asked.flatMap((taker) => {
        const slot = movedTo(from, taker.time);
        if (slot.end > DAY_MINUTES || !(moved || isForStaff(slot, salon, rules))) return [];
        return [{ id: taker.id, ...stateOf(slot, instant, taker) }];
      });
      const [best] = states.toSorted(compared);
      if (!best) return [];
      const { id: _, ...state } = best;
      const canTake = state.state !== 'taken' && state.state !== 'past';
      const stylists = states.filter((one) => one.state === state.state).map(({ id }) => id);
      return [{ ...state, ...(canTake && areTeam(day.stylists) && { stylists }) }];
    }

    const listed = each.flatMap(({ time }) => startsOf(salon, time.end - time.start, rules));
    const starts = new Set(handOver ? [...listed, handOver.start] : listed);
    const times = [...starts]
      .sort((a, b) => a - b)
      .flatMap((from) => {
        const instant = instantAt(from);
        // Daylight saving skips this time.
        if (instant === null) return [];
        return bestOf(from, instant).map((state) => ({ time: formatTime(from), ...state }));
      });
    return { ...none, times };
  }

  return {
    /** @throws Refused `unknown-service` when one isn't offered; `unknown-stylist` */
    async forServices(
      date: SalonDate,
      serviceIds: readonly string[],
      { stylistId }: StaffWish = {},
    ): Promise<StaffTimes> {
      const day = await readDay(date, serviceIds);
      const shape = timeBy(FIRST_STYLIST, offeredAll(day, serviceIds));
      const takers = takersOfAll(day, serviceIds, { isPublic: false, stylistId });
      return timesOf(date, day, takers, { shape, moved: null });
    },

    /** Times may overlap the booking's own slot. @throws Refused `unknown-stylist` */
    async forBooking(
      date: SalonDate,
      { slotId, ...shape }: OwnSlot,
      { stylistId = stylistOf(shape), anyone = false, isOwnDay = false }: StaffWish = {},
    ): Promise<StaffTimes> {
      const day = await readDay(date, []);
      const wish = { isPublic: false, ...(!anyone && { stylistId }) };
      const takers = takersOfBooking(day.stylists, shape, wish);
      const from = stylistOf(shape);
      return timesOf(date, day, takers, {
        shape,
        moved: { slotId },
        ...(isOwnDay && (anyone || stylistId !== from) && { handOver: { start: shape.start, from } }),
      });
    },
  };
}

export type StaffTimesReader = ReturnType<typeof createStaffTimes>;
