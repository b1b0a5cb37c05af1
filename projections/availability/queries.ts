import type { Pool } from 'pg';
import { batcher } from '../../src/adapters/postgres/batcher.ts';
import type { AvailabilityDays, DayStatus } from '../../src/contracts/availability.ts';
import { partsOf } from '../../src/features/booking/agenda/events.ts';
import { refuse } from '../../src/http/refusal.ts';
import type { Part } from '../../src/salon/parts.ts';
import { dayOfWeek, type Minutes, type SalonDate, salonDays } from '../../src/salon/salon-time.ts';
import { CUSTOMER_RESCHEDULE_STARTS } from '../../src/salon/self-service.ts';
import { freeStarts, type Interval } from '../../src/salon/slots.ts';
import { type LiveHold, AVAILABILITY_TABLES as TABLES, type TakenSlot } from './projection.ts';
import { createSalonClock } from './salon-clock.ts';

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

/** Null columns: nothing is taken, held or blocked on that day. */
interface StoredDay {
  readonly taken: readonly TakenSlot[] | null;
  readonly holds: readonly LiveHold[] | null;
  readonly block: string | null;
}

interface Chosen {
  /** How many of the services are offered, and their minutes together. */
  readonly found: number;
  readonly duration: Minutes;
}

type Window = Interval & { readonly day: number };

/** @param ids the SQL of an array of service ids */
const chosen = (ids: string) => `
  select count(*)::integer as found, coalesce(sum(duration), 0)::integer as duration
  from ${TABLES.services} where active and id = any(${ids})`;

const WINDOWS = `
  select coalesce(json_agg(
    json_build_object('day', day_of_week, 'start', start_minute, 'end', end_minute)
    order by start_minute), '[]')
  from ${TABLES.hours} where open`;

/** The service ids are joined by commas, since an array of arrays would have to be rectangular. */
type AskedDay = readonly [date: SalonDate, serviceIds: string];

/** Many days at once, in the order asked for. */
const EACH_DAY = {
  name: 'availability-each-day',
  text: `
    select chosen.found, chosen.duration, d.taken, d.holds, d.block,
      (${WINDOWS} and day_of_week = asked.day) as windows
    from unnest($1::date[], $2::smallint[], $3::text[]) with ordinality as asked (date, day, services, n)
    cross join lateral (${chosen("string_to_array(asked.services, ',')")}) chosen
    left join ${TABLES.days} d on d.date = asked.date
    order by asked.n`,
};

const DAYS = {
  name: 'availability-days',
  text: `
    select chosen.found, chosen.duration, (${WINDOWS}) as windows,
      (select coalesce(json_object_agg(d.date, row_to_json(d)), '{}')
       from ${TABLES.days} d where d.date between $2 and $3) as days
    from (${chosen('$1')}) chosen`,
};

function checkAllFound({ found }: Chosen, serviceIds: readonly string[]): void {
  if (found !== serviceIds.length) throw refuse('unknown-service');
}

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

  /** What is taken or held on a day; without holds that have expired by this process's clock. */
  function obstacles(
    { taken, holds }: StoredDay,
    at: Date,
    own: { slotId?: string; holdId?: string | undefined },
  ): readonly Part[] {
    const others = (taken ?? []).flatMap(([slotId, start, end]) =>
      slotId === own.slotId ? [] : partsOf({ start, end }),
    );
    if (!holds?.length) return others;
    const live = holds.filter(({ holdId, expiresAt }) => holdId !== own.holdId && new Date(expiresAt) > at);
    return [...others, ...live.flatMap(partsOf)];
  }

  function freeOn(
    date: SalonDate,
    day: StoredDay,
    windows: readonly Interval[],
    duration: Minutes,
    at: Date,
    own: { slotId?: string; holdId?: string | undefined } = {},
  ): readonly Minutes[] {
    const today = clock.today(at);
    if (day.block !== null || date < today.date || date > today.lastBookable) return [];
    return clock.upcoming(date, freeStarts(windows, obstacles(day, at, own), duration), at);
  }

  /** Requests at the same time share a round trip. */
  const readEach = batcher<AskedDay, StoredDay & Chosen & { windows: readonly Window[] }>(
    async (asked) => {
      const dates = asked.map(([date]) => date);
      const values = [dates, dates.map(dayOfWeek), asked.map(([, serviceIds]) => serviceIds)];
      return (await pool.query({ ...EACH_DAY, values })).rows;
    },
    { concurrency: 2 },
  );
  const readDay = (date: SalonDate, serviceIds: readonly string[]) => readEach([date, serviceIds.join()]);

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
        Chosen & { windows: readonly Window[]; days: Readonly<Record<SalonDate, StoredDay>> }
      >({ ...DAYS, values: [serviceIds, first, last] });
      const [range] = rows;
      if (!range) throw new Error('an aggregate always has a row');
      checkAllFound(range, serviceIds);
      return salonDays(from, to).map((date) => {
        const day = range.days[date] ?? { taken: null, holds: null, block: null };
        const windows = range.windows.filter((window) => window.day === dayOfWeek(date));
        return { date, status: statusOf(date, day, windows, range.duration, at) };
      });
    },
  };
}
