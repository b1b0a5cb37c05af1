import type { Pool } from 'pg';
import type { AvailabilityDays, DayStatus } from '../../src/contracts/bookings/availability.ts';
import { dayOfWeek, type Minutes, type SalonDate, salonDays } from '../../src/salon/salon-time.ts';
import { CUSTOMER_RESCHEDULE_STARTS } from '../../src/salon/self-service.ts';
import { freeStarts, type Interval } from '../../src/salon/slots.ts';
import { AVAILABILITY_TABLES as TABLES } from './projection.ts';
import { createSalonClock } from './salon-clock.ts';
import {
  checkAllFound,
  createDayRead,
  type Disregarded,
  FREE_DAY,
  type OfferedServices,
  obstacles,
  offeredServices,
  type StoredDay,
  WINDOWS,
  type Window,
} from './stored-days.ts';

/** The times of one day. */
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
  forBooking(
    date: SalonDate,
    booking: { readonly slotId: string; readonly duration: Minutes },
  ): Promise<DayTimes>;
  /** Whether each day of a range has a time for all the services together. @throws Refused `unknown-service` */
  days(from: SalonDate, to: SalonDate, serviceIds: readonly string[]): Promise<AvailabilityDays>;
}

const DAYS = {
  name: 'availability-days',
  text: `
    select offered."foundCount", offered.duration, (${WINDOWS}) as windows,
      (select coalesce(json_object_agg(d.date, row_to_json(d)), '{}')
       from ${TABLES.days} d where d.date between $2 and $3) as days
    from (${offeredServices('$1')}) offered`,
};

/** Reads the availability read model, for the current time in the salon's zone. */
export function createAvailabilityReader({
  pool,
  timeZone,
  now,
}: {
  readonly pool: Pool;
  readonly timeZone: string;
  now(): Date;
}): AvailabilityReader {
  const clock = createSalonClock(timeZone);

  function freeOn(
    date: SalonDate,
    day: StoredDay,
    windows: readonly Interval[],
    duration: Minutes,
    at: Date,
    disregarded: Disregarded = {},
  ): readonly Minutes[] {
    const today = clock.today(at);
    if (day.block !== null || date < today.date || date > today.lastBookable) return [];
    return clock.upcoming(date, freeStarts(windows, obstacles(day, at, disregarded), duration), at);
  }

  const readDay = createDayRead(pool);

  function statusOf(
    date: SalonDate,
    day: StoredDay,
    windows: readonly Window[],
    duration: Minutes,
    at: Date,
  ): DayStatus {
    const { date: today, lastBookable } = clock.today(at);
    if (date < today || date > lastBookable) return 'closed';
    if (day.block !== null) return 'blocked';
    const ends = windows.map(({ end }) => end - 1);
    if (clock.upcoming(date, ends, at).length === 0) return 'closed';
    return freeOn(date, day, windows, duration, at).length > 0 ? 'open' : 'full';
  }

  return {
    async forServices(date, serviceIds, ownHold) {
      const day = await readDay(date, serviceIds);
      checkAllFound(day, serviceIds);
      const starts = freeOn(date, day, day.windows, day.duration, now(), { holdId: ownHold });
      return { blocked: day.block !== null, closed: day.windows.length === 0, starts };
    },

    async forBooking(date, { slotId, duration }) {
      const day = await readDay(date, []);
      const { first, last } = CUSTOMER_RESCHEDULE_STARTS;
      const starts = freeOn(date, day, day.windows, duration, now(), { slotId });
      return {
        blocked: day.block !== null,
        closed: day.windows.length === 0,
        starts: starts.filter((start) => start >= first && start <= last),
      };
    },

    async days(from, to, serviceIds) {
      const at = now();
      // Days outside the booking window are closed, so their rows aren't read.
      const { date: today, lastBookable } = clock.today(at);
      const [first, last] = [from > today ? from : today, to < lastBookable ? to : lastBookable];
      const { rows } = await pool.query<
        OfferedServices & { windows: readonly Window[]; days: Readonly<Record<SalonDate, StoredDay>> }
      >({ ...DAYS, values: [serviceIds, first, last] });
      const [range] = rows;
      if (!range) throw new Error('an aggregate always has a row');
      checkAllFound(range, serviceIds);
      return salonDays(from, to).map((date) => {
        const day = range.days[date] ?? FREE_DAY;
        const windows = range.windows.filter((window) => window.day === dayOfWeek(date));
        return { date, status: statusOf(date, day, windows, range.duration, at) };
      });
    },
  };
}
