import type { AvailabilityDays, DayStatus } from '../../src/contracts/bookings/availability.ts';
import { collide, movedTo, partsOf, type Stretch } from '../../src/salon/parts.ts';
import { type Minutes, type SalonDate, salonDays } from '../../src/salon/salon-time.ts';
import { CUSTOMER_RESCHEDULE_STARTS } from '../../src/salon/self-service.ts';
import { type Interval, liesWithin } from '../../src/salon/slots.ts';
import { freeStarts, isHeldBy } from '../../src/salon/starts.ts';
import type { StartsDeps } from '../query-deps.ts';
import { AVAILABILITY_TABLES as TABLES } from './projection.ts';
import { createSalonClock } from './salon-clock.ts';
import {
  createDayRead,
  type DayRead,
  type Disregarded,
  FREE_DAY,
  hoursOn,
  type OfferedServices,
  type OwnSlot,
  obstacles,
  offeredServices,
  type StoredDay,
  timeOfAll,
  WINDOWS,
  type Window,
} from './stored-days.ts';

/** The times of one day. A day that is over or too far ahead is closed, even if staff have given it hours. */
export interface DayTimes {
  readonly blocked: boolean;
  readonly closed: boolean;
  /** Free starts in order; none on a day that is over, too far ahead, blocked or closed. */
  readonly starts: readonly Minutes[];
}

export interface AvailabilityReader {
  /**
   * Free times for all the services together, without those that others hold. One round trip to the database.
   *
   * @throws Refused `unknown-service` when one isn't offered
   */
  forServices(
    date: SalonDate,
    serviceIds: readonly string[],
    ownHold?: string | undefined,
  ): Promise<DayTimes>;
  /** Times that a customer can move a booking to; they may overlap its own slot. */
  forBooking(date: SalonDate, slot: OwnSlot): Promise<DayTimes>;
  /** Whether each day of a range has a time for all the services together. @throws Refused `unknown-service` */
  days(from: SalonDate, to: SalonDate, serviceIds: readonly string[]): Promise<AvailabilityDays>;
  /**
   * The nearest free starts before and after a time, on any day that can be booked, and those that follow. They are for staff, who
   * needn't give notice.
   *
   * @param time that the appointment takes, wherever it begins
   * @param own where the appointment is that is moved: its slot doesn't count as taken, and its start isn't among the answers
   */
  nearest(
    around: FreeStart,
    time: Stretch,
    own?: FreeStart & { readonly slotId: string },
  ): Promise<NearestStarts>;
}

/** A free start on some day. */
interface FreeStart {
  readonly date: SalonDate;
  readonly start: Minutes;
}

/** The free starts around a time; `later` are the next ones after `after`. */
interface NearestStarts {
  readonly before: FreeStart | null;
  readonly after: FreeStart | null;
  readonly later: readonly FreeStart[];
}

const MOST_AFTER = 3;

const DAYS = {
  name: 'availability-days',
  text: `
    select services.offered, (${WINDOWS}) as windows,
      (select coalesce(json_object_agg(d.date, row_to_json(d)), '{}')
       from ${TABLES.days} d where d.date between $2 and $3) as days
    from (${offeredServices('$1::text[]')}) services`,
};

/** Reads the availability read model, for the current time in the salon's zone. */
export function createAvailabilityReader({
  pool,
  timeZone,
  startRules,
  now,
}: StartsDeps): AvailabilityReader {
  const clock = createSalonClock(timeZone);

  function isBookable(date: SalonDate, at: Date): boolean {
    const today = clock.today(at);
    return date >= today.date && date <= today.lastBookable;
  }

  function freeOn(
    date: SalonDate,
    day: StoredDay,
    windows: readonly Interval[],
    time: Stretch,
    at: Date,
    disregarded: Disregarded = {},
    notice = startRules().notice_minutes,
  ): readonly Minutes[] {
    if (day.block !== null || !isBookable(date, at)) return [];
    const taken = obstacles(day, at, disregarded);
    const offered = freeStarts(windows, taken, movedTo(0, time), startRules());
    const free = clock.upcoming(date, offered, at, notice);
    const held = heldOn(day, time, at, disregarded).filter(
      (slot) => liesWithin(slot, windows) && !collide(partsOf(slot), taken),
    );
    if (held.length === 0) return free;
    const kept = held.map(({ start }) => start);
    return [...new Set([...free, ...clock.upcoming(date, kept, at)])].sort((a, b) => a - b);
  }

  /** The time that the visitor who asks holds. It stays theirs even if it wouldn't be offered any more. */
  const heldOn = (
    { holds }: StoredDay,
    time: Stretch,
    at: Date,
    { holdId }: Disregarded,
  ): readonly Stretch[] =>
    (holds ?? []).filter((hold) => hold.holdId === holdId && isHeldBy(hold, movedTo(hold.start, time), at));

  const readDay = createDayRead(pool);

  function timesOn(date: SalonDate, day: DayRead, time: Stretch, disregarded: Disregarded): DayTimes {
    const at = now();
    if (!isBookable(date, at)) return { blocked: false, closed: true, starts: [] };
    const starts = freeOn(date, day, day.windows, time, at, disregarded);
    return { blocked: day.block !== null, closed: day.windows.length === 0, starts };
  }

  function statusOf(
    date: SalonDate,
    day: StoredDay,
    windows: readonly Interval[],
    time: Stretch,
    at: Date,
  ): DayStatus {
    if (!isBookable(date, at)) return 'closed';
    if (day.block !== null) return 'blocked';
    const ends = windows.map(({ end }) => end - 1);
    if (clock.upcoming(date, ends, at, startRules().notice_minutes).length === 0) return 'closed';
    return freeOn(date, day, windows, time, at).length > 0 ? 'open' : 'full';
  }

  /** The days of a range with all windows, and the services that are asked for. */
  async function readRange(from: SalonDate, to: SalonDate, serviceIds: readonly string[]) {
    const { rows } = await pool.query<
      OfferedServices & { windows: readonly Window[]; days: Readonly<Record<SalonDate, StoredDay>> }
    >({ ...DAYS, values: [serviceIds, from, to] });
    const [range] = rows;
    if (!range) throw new Error('an aggregate always has a row');
    const { windows, days, ...services } = range;
    return {
      services,
      on(date: SalonDate) {
        const day = days[date] ?? FREE_DAY;
        return { day, windows: hoursOn(date, day, windows) };
      },
    };
  }

  return {
    async forServices(date, serviceIds, ownHold) {
      const day = await readDay(date, serviceIds);
      return timesOn(date, day, timeOfAll(day, serviceIds), { holdId: ownHold });
    },

    async forBooking(date, { slotId, ...time }) {
      const day = await readDay(date, []);
      const { first, last } = CUSTOMER_RESCHEDULE_STARTS;
      const times = timesOn(date, day, time, { slotId });
      return { ...times, starts: times.starts.filter((start) => start >= first && start <= last) };
    },

    async days(from, to, serviceIds) {
      const at = now();
      // Days outside the booking window are closed, so their rows aren't read.
      const { date: today, lastBookable } = clock.today(at);
      const [begin, end] = [from > today ? from : today, to < lastBookable ? to : lastBookable];
      const range = await readRange(begin, end, serviceIds);
      const time = timeOfAll(range.services, serviceIds);
      return salonDays(from, to).map((date) => {
        const { day, windows } = range.on(date);
        return { date, status: statusOf(date, day, windows, time, at) };
      });
    },

    async nearest({ date, start }, time, own) {
      const at = now();
      const { date: today, lastBookable } = clock.today(at);
      const range = await readRange(today, lastBookable, []);
      function startsOn(on: SalonDate): readonly Minutes[] {
        const { day, windows } = range.on(on);
        const starts = freeOn(on, day, windows, time, at, own, 0);
        return own?.date === on ? starts.filter((other) => other !== own.start) : starts;
      }
      const days = salonDays(today, lastBookable);
      const [before = null] = firstOf(1, days.filter((on) => on <= date).reverse(), (on) =>
        startsOn(on)
          .filter((other) => on < date || other < start)
          .reverse(),
      );
      const [after = null, ...later] = firstOf(
        MOST_AFTER,
        days.filter((on) => on >= date),
        (on) => startsOn(on).filter((other) => on > date || other > start),
      );
      return { before, after, later };
    },
  };
}

/** The first starts on these days, at most so many. */
function firstOf(
  most: number,
  days: readonly SalonDate[],
  startsOn: (date: SalonDate) => readonly Minutes[],
): readonly FreeStart[] {
  const found: FreeStart[] = [];
  for (const date of days) {
    found.push(...startsOn(date).map((start) => ({ date, start })));
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}
