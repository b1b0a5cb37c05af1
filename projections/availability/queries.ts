import type { AvailabilityDays, DayStatus } from '../../src/contracts/bookings/availability.ts';
import { collide, inTheWayOf, movedTo, partsOf, type Stretch, stylistOf } from '../../src/salon/parts.ts';
import { addSalonDays, type Minutes, type SalonDate, salonDays } from '../../src/salon/salon-time.ts';
import { CUSTOMER_RESCHEDULE_STARTS } from '../../src/salon/self-service.ts';
import { type Interval, liesWithin } from '../../src/salon/slots.ts';
import { freeStarts, isHeldBy } from '../../src/salon/starts.ts';
import { mayTake } from '../../src/salon/team.ts';
import type { StartsDeps } from '../query-deps.ts';
import { AVAILABILITY_TABLES as TABLES } from './projection.ts';
import { createSalonClock } from './salon-clock.ts';
import {
  createDayRead,
  type DayRead,
  type Disregarded,
  FREE_DAY,
  hoursOn,
  NEAR_DAYS,
  type OwnSlot,
  obstacles,
  offeredServices,
  type ServicesAndStylists,
  STYLISTS,
  type StoredDay,
  WINDOWS,
  type Window,
  workingOn,
} from './stored-days.ts';
import { type Taker, takerOf, takersOfAll, takersOfBooking } from './takers.ts';

/** The times of one day. A day that is over or too far ahead is closed, even if staff have given it hours. */
export interface DayTimes {
  readonly blocked: boolean;
  readonly closed: boolean;
  /** Free starts in order; none on a day that is over, too far ahead, blocked or closed. */
  readonly starts: readonly Minutes[];
}

/** A visitor's question, or staff's. */
interface Wanted {
  readonly serviceIds: readonly string[];
  /** Anyone if left out. */
  readonly stylistId?: string | undefined;
}

interface WantedDays extends Wanted {
  /** The appointment that staff move: it keeps its shape, whatever its services are. */
  readonly moved?: Stretch | undefined;
  /** False for staff, who choose among more stylists than visitors, and needn't give notice. */
  readonly isPublic?: boolean;
}

export interface AvailabilityReader {
  /**
   * Free times for all the services together, without those that others hold. One round trip to the database.
   *
   * @throws Refused `unknown-service` when one isn't offered; `unknown-stylist`
   */
  forServices(date: SalonDate, wanted: Wanted, ownHold?: string | undefined): Promise<DayTimes>;
  /** Times to which a customer can move a booking, with its stylist; they may overlap its own slot. There are none if the stylist is unavailable. */
  forBooking(date: SalonDate, slot: OwnSlot): Promise<DayTimes & { readonly isStylistUnavailable: boolean }>;
  /**
   * Whether each day of a range has a time for all the services together, or for an appointment that is moved.
   *
   * @throws Refused `unknown-service`, `unknown-stylist`
   */
  days(from: SalonDate, to: SalonDate, wanted: WantedDays): Promise<AvailabilityDays>;
  /** The next free start of each stylist who does all the services, in the salon's order. @throws Refused `unknown-service` */
  nextByStylist(
    serviceIds: readonly string[],
  ): Promise<readonly { readonly stylistId: string; readonly next: FreeStart | null }[]>;
  /**
   * The nearest free starts before and after a time, on any day that can be booked, and those that follow. They are for staff, who
   * needn't give notice.
   *
   * @param times that the appointment would take of each stylist who may be asked, wherever it begins
   * @param own where the appointment is that is moved: its slot doesn't count as taken, and its start isn't among the answers
   */
  nearest(
    around: FreeStart,
    times: readonly Stretch[],
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

const inOrder = (starts: ReadonlySet<Minutes>): readonly Minutes[] => [...starts].sort((a, b) => a - b);

/** The windows of a day for those who ask: of the stylists who may take the time. If anyone may but nobody does, the salon is open all the same. */
const openOn = (
  date: SalonDate,
  day: StoredDay,
  salon: readonly Interval[],
  takers: readonly Taker[],
  stylistId?: string,
): readonly Interval[] =>
  takers.length === 0 && stylistId === undefined
    ? salon
    : takers.flatMap(({ stylist }) => workingOn(stylist, date, day, salon));

const DAYS = {
  name: 'availability-days',
  text: `
    select services.offered, (${WINDOWS}) as windows, (${STYLISTS}) as stylists,
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

  /** Free starts, in order: those of each who may take the time. @param salon the salon's windows */
  function freeOn(
    date: SalonDate,
    day: StoredDay,
    salon: readonly Interval[],
    takers: readonly Taker[],
    at: Date,
    disregarded: Disregarded = {},
    notice = startRules().notice_minutes,
  ): readonly Minutes[] {
    if (day.block !== null || !isBookable(date, at)) return [];
    const taken = obstacles(day, at, disregarded);
    const rules = startRules();
    const offered = new Set<Minutes>();
    const kept = new Set<Minutes>();
    for (const { stylist, time } of takers) {
      const inTheWay = inTheWayOf(stylist.id, taken);
      const working = workingOn(stylist, date, day, salon);
      for (const start of freeStarts(salon, inTheWay, movedTo(0, time), rules, working)) offered.add(start);
      const held = heldOn(day, time, at, disregarded);
      if (held && liesWithin(held, working) && !collide(partsOf(held), inTheWay)) kept.add(held.start);
    }
    const free = clock.upcoming(date, inOrder(offered), at, notice);
    return kept.size === 0 ? free : inOrder(new Set([...free, ...clock.upcoming(date, [...kept], at)]));
  }

  /** The time that the visitor who asks holds, if it is this one. It stays theirs even if it wouldn't be offered any more. */
  function heldOn({ holds }: StoredDay, shape: Stretch, at: Date, own: Disregarded): Stretch | undefined {
    const hold = holds?.find(({ holdId }) => holdId === own.holdId);
    if (!hold || stylistOf(hold) !== stylistOf(shape)) return undefined;
    const time = movedTo(hold.start, shape);
    return isHeldBy(hold, time, at) ? time : undefined;
  }

  const readDay = createDayRead(pool);

  function timesOn(
    date: SalonDate,
    day: DayRead,
    takers: readonly Taker[],
    open: readonly Interval[],
    disregarded: Disregarded,
  ): DayTimes {
    const at = now();
    if (!isBookable(date, at)) return { blocked: false, closed: true, starts: [] };
    const starts = freeOn(date, day, day.windows, takers, at, disregarded);
    return { blocked: day.block !== null, closed: open.length === 0, starts };
  }

  function statusOf(
    date: SalonDate,
    day: StoredDay,
    salon: readonly Interval[],
    takers: readonly Taker[],
    open: readonly Interval[],
    at: Date,
    notice: Minutes,
  ): DayStatus {
    if (!isBookable(date, at)) return 'closed';
    if (day.block !== null) return 'blocked';
    const ends = open.map(({ end }) => end - 1);
    if (clock.upcoming(date, ends, at, notice).length === 0) return 'closed';
    return freeOn(date, day, salon, takers, at, {}, notice).length > 0 ? 'open' : 'full';
  }

  /** The days of a range with all windows, and the services that are asked for. */
  async function readRange(from: SalonDate, to: SalonDate, serviceIds: readonly string[]) {
    const { rows } = await pool.query<
      ServicesAndStylists & { windows: readonly Window[]; days: Readonly<Record<SalonDate, StoredDay>> }
    >({ ...DAYS, values: [serviceIds, from, to] });
    const [range] = rows;
    if (!range) throw new Error('an aggregate always has a row');
    const { windows, days, ...services } = range;
    return {
      ...services,
      on(date: SalonDate) {
        const day = days[date] ?? FREE_DAY;
        return { day, windows: hoursOn(date, day, windows) };
      },
    };
  }

  /** Looks in the days around a date, and in all that can be booked only if those don't have all that is looked for. */
  async function nearFirst<Found>(
    { date, at, serviceIds }: { date: SalonDate; at: Date; serviceIds: readonly string[] },
    look: (range: Awaited<ReturnType<typeof readRange>>, days: readonly SalonDate[]) => Found,
    isAll: (found: Found, fromToday: boolean) => boolean,
  ): Promise<Found> {
    const { date: today, lastBookable } = clock.today(at);
    const lookIn = async (from: SalonDate, to: SalonDate) =>
      look(await readRange(from, to, serviceIds), salonDays(from, to));
    const [from, to] = [addSalonDays(date, -NEAR_DAYS), addSalonDays(date, NEAR_DAYS)];
    const first = from > today ? from : today;
    const found = await lookIn(first, to < lastBookable ? to : lastBookable);
    return isAll(found, first === today) ? found : lookIn(today, lastBookable);
  }

  return {
    async forServices(date, { serviceIds, stylistId }, ownHold) {
      const day = await readDay(date, serviceIds);
      const takers = takersOfAll(day, serviceIds, { isPublic: true, stylistId });
      return timesOn(date, day, takers, openOn(date, day, day.windows, takers, stylistId), {
        holdId: ownHold,
      });
    },

    async forBooking(date, { slotId, ...time }) {
      const day = await readDay(date, []);
      const { first, last } = CUSTOMER_RESCHEDULE_STARTS;
      const taker = takerOf(day.stylists, time);
      const isStylistUnavailable = !mayTake(taker.stylist, true);
      const open = openOn(date, day, day.windows, [taker]);
      const times = timesOn(date, day, isStylistUnavailable ? [] : [taker], open, { slotId });
      const starts = times.starts.filter((start) => start >= first && start <= last);
      return { ...times, starts, isStylistUnavailable };
    },

    async days(from, to, { serviceIds, moved, stylistId, isPublic = true }) {
      const at = now();
      // Days outside the booking window are closed, so their rows aren't read.
      const { date: today, lastBookable } = clock.today(at);
      const [begin, end] = [from > today ? from : today, to < lastBookable ? to : lastBookable];
      const range = await readRange(begin, end, serviceIds);
      const wish = { isPublic, stylistId };
      const takers = moved
        ? takersOfBooking(range.stylists, moved, wish)
        : takersOfAll(range, serviceIds, wish);
      const notice = isPublic ? startRules().notice_minutes : 0;
      return salonDays(from, to).map((date) => {
        const { day, windows } = range.on(date);
        const open = openOn(date, day, windows, takers, stylistId);
        return { date, status: statusOf(date, day, windows, takers, open, at, notice) };
      });
    },

    async nextByStylist(serviceIds) {
      const at = now();
      return nearFirst(
        { date: clock.today(at).date, at, serviceIds },
        (range, days) =>
          takersOfAll(range, serviceIds, { isPublic: true }).map((taker) => {
            const [next = null] = firstOf(1, days, (on) => {
              const { day, windows } = range.on(on);
              return freeOn(on, day, windows, [taker], at);
            });
            return { stylistId: taker.stylist.id, next };
          }),
        (found) => found.every(({ next }) => next !== null),
      );
    },

    async nearest({ date, start }, times, own) {
      const at = now();
      return nearFirst(
        { date, at, serviceIds: [] },
        (range, days) => {
          const takers = times.map((time) => takerOf(range.stylists, time));
          function startsOn(on: SalonDate): readonly Minutes[] {
            const { day, windows } = range.on(on);
            const starts = freeOn(on, day, windows, takers, at, own, 0);
            return own?.date === on ? starts.filter((other) => other !== own.start) : starts;
          }
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
        // Nothing before is looked for on the days before today.
        ({ before, later }, fromToday) => (before !== null || fromToday) && later.length === MOST_AFTER - 1,
      );
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
