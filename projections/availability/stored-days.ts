import type { Pool } from 'pg';
import { blockedPartsOf, type Lasting, type Part, partsOf, type Stretch } from '../../src/salon/parts.ts';
import { dayOfWeek, type SalonDate } from '../../src/salon/salon-time.ts';
import type { Interval } from '../../src/salon/slots.ts';
import { ownWindowsOn, type Stylist, workingWindows } from '../../src/salon/team.ts';
import {
  type BlockedSpan,
  type LiveHold,
  type StylistRow,
  AVAILABILITY_TABLES as TABLES,
  type TakenSlot,
} from './projection.ts';

/** Null columns: nothing is taken, held or blocked on that day, and the weekly hours apply to it. */
export interface StoredDay {
  readonly taken: readonly TakenSlot[] | null;
  readonly holds: readonly LiveHold[] | null;
  readonly block: string | null;
  readonly blocked_times: readonly BlockedSpan[] | null;
  readonly hours: readonly Interval[] | null;
  /** The hours that stylists have of their own, by stylist. */
  readonly stylist_hours: Readonly<Record<string, readonly Interval[]>> | null;
}

/** A day on which nothing is taken, held or blocked, with the hours of every week. */
export const FREE_DAY: StoredDay = {
  taken: null,
  holds: null,
  block: null,
  blocked_times: null,
  hours: null,
  stylist_hours: null,
};

/** Within so many days there mostly is a free time. All that can be booked are a lot to read where many stylists are booked on each. */
export const NEAR_DAYS = 14;

export type OfferedService = Lasting & { readonly id: string };

/** The services that are asked for, and the stylists. */
export interface ServicesAndStylists {
  /** The active ones among the services, in their order. */
  readonly offered: readonly OfferedService[];
  readonly stylists: readonly StylistRow[];
}

/** Hours of a weekday. */
export type Window = Interval & { readonly day: number };

/** The opening hours of a date. @param weekly those of all weekdays */
export const hoursOn = (
  date: SalonDate,
  { hours }: StoredDay,
  weekly: readonly Window[],
): readonly Interval[] => hours ?? weekly.filter(({ day }) => day === dayOfWeek(date));

/** The windows of a date in which a stylist works. @param salon those of the salon */
export const workingOn = (
  stylist: Stylist,
  date: SalonDate,
  { stylist_hours }: StoredDay,
  salon: readonly Interval[],
): readonly Interval[] =>
  workingWindows(stylist_hours?.[stylist.id] ?? ownWindowsOn(stylist, dayOfWeek(date)), salon);

/** The blocked parts of a day, of one stylist or of everybody. */
export const blockedOn = ({ blocked_times }: StoredDay): readonly Part[] =>
  (blocked_times ?? []).flatMap(([, start, end, resource]) => blockedPartsOf({ start, end, resource }));

/** @param ids the SQL of an array of service ids */
export const offeredServices = (ids: string) => `
  select coalesce(json_agg(json_build_object('id', id, 'duration', duration, 'gap', gap) order by array_position(${ids}, id)), '[]') as offered
  from ${TABLES.services} where active and id = any(${ids})`;

export const WINDOWS = `
  select coalesce(json_agg(
    json_build_object('day', day_of_week, 'start', start_minute, 'end', end_minute)
    order by start_minute), '[]')
  from ${TABLES.hours} where open`;

export const STYLISTS = `select coalesce(json_agg(s), '[]') from ${TABLES.stylists} s`;

/** $1 the date · $2 its weekday · $3 ids of services. */
const DAY = {
  name: 'availability-day',
  text: `
    select services.offered, d.taken, d.holds, d.block, d.blocked_times, d.hours, d.stylist_hours,
      (${WINDOWS} and day_of_week = $2) as windows, (${STYLISTS}) as stylists
    from (${offeredServices('$3::text[]')}) services left join ${TABLES.days} d on d.date = $1::date`,
};

export type DayRead = StoredDay & ServicesAndStylists & { readonly windows: readonly Interval[] };

/** Reads one day with its opening hours. */
export function createDayRead(pool: Pool) {
  return async (date: SalonDate, serviceIds: readonly string[]): Promise<DayRead> => {
    const { rows } = await pool.query<DayRead>({ ...DAY, values: [date, dayOfWeek(date), serviceIds] });
    const [day] = rows;
    if (!day) throw new Error('an aggregate always has a row');
    return { ...day, windows: day.hours ?? day.windows };
  };
}

/** The slot of a booking that is moved. Its time keeps its shape. */
export interface OwnSlot extends Stretch {
  readonly slotId: string;
}

/** Parts that don't count as taken: the slot of the booking that is moved, the hold of the visitor who asks. */
export interface Disregarded {
  readonly slotId?: string;
  readonly holdId?: string | undefined;
}

/** Parts of a day that are taken, held or blocked; without holds that have expired by this process's clock. */
export function obstacles(day: StoredDay, at: Date, disregarded: Disregarded = {}): readonly Part[] {
  const others = (day.taken ?? []).flatMap(([slotId, start, end, parts]) =>
    slotId === disregarded.slotId ? [] : partsOf({ start, end, parts }),
  );
  others.push(...blockedOn(day));
  if (!day.holds?.length) return others;
  const live = day.holds.filter(
    ({ holdId, expiresAt }) => holdId !== disregarded.holdId && new Date(expiresAt) > at,
  );
  return [...others, ...live.flatMap(partsOf)];
}
