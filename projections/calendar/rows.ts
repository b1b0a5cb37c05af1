import type { Pool } from 'pg';
import type { CalendarBooking } from '../../src/contracts/bookings/calendar.ts';
import type { BlockedDate } from '../../src/contracts/salon/admin-blocked-dates.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import type { Part } from '../../src/salon/parts.ts';
import type { Minutes, SalonDate } from '../../src/salon/salon-time.ts';
import { APPOINTMENTS, appointments } from '../appointments/projection.ts';
import { BLOCKED_DATES_TABLE, BLOCKS, blockedDates } from '../blocked-dates/projection.ts';
import { BOOKINGS_TABLE, type BookingRow } from '../bookings/projection.ts';
import {
  BLOCKED_TIMES_TABLE,
  DAY_HOURS,
  DAY_HOURS_TABLE,
  type DayHoursRow,
  days,
  TIME_BLOCKS,
} from '../days/projection.ts';
import { jsonOf } from '../engine/json-rows.ts';
import { tableAt } from '../engine/stored-tables.ts';
import { HOURS_TABLE, type HoursRow, hours, WEEKLY_HOURS } from '../hours/projection.ts';
import { STYLISTS, STYLISTS_TABLE, team } from '../team/projection.ts';
import { type NamedRow, withNames } from '../team/queries.ts';

/** A booking in the calendar. */
export type CalendarRow = Omit<
  CalendarBooking,
  'start' | 'end' | 'outside_hours' | 'services' | 'catalogue_amount' | 'parts'
> & {
  readonly services: BookingRow['services'];
  readonly appointment_date: SalonDate;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  readonly parts: readonly Part[] | null;
  /** Those of now, whatever moment is asked for. */
  readonly parts_today: readonly Part[] | null;
};

/** The rows that the calendar draws on a range of days, each kind in its order. */
interface CalendarRows {
  /** Cancelled ones among them. */
  readonly bookings: readonly CalendarRow[];
  /** Those that are switched off among them. */
  readonly week: readonly HoursRow[];
  readonly blocked_dates: readonly Omit<BlockedDate, 'version'>[];
  readonly blocked_times: readonly {
    readonly id: string;
    readonly date: SalonDate;
    /** The stylist for whom it is blocked; null for everybody. */
    readonly resource: string | null;
    readonly start_minute: Minutes;
    readonly end_minute: Minutes;
    readonly reason: string | null;
  }[];
  /** The salon's and those of stylists. */
  readonly own_hours: readonly DayHoursRow[];
  readonly stylists: readonly NamedRow[];
}

/** A query for each; for `week`, `own_hours` and `stylists` only the table. */
type RowQueries = Readonly<Record<keyof CalendarRows, string>>;

/** One statement for all: five would double the processor time of an answer. */
const statement = ({
  bookings,
  week,
  blocked_dates,
  blocked_times,
  own_hours,
  stylists,
}: RowQueries): string => `
  select ${jsonOf(`${bookings} order by appointment_date, start_minute, id`)} as bookings,
    ${jsonOf(`select * from ${week} h order by day_of_week, start_minute, id`)} as week,
    ${jsonOf(`${blocked_dates} order by blocked_date`)} as blocked_dates,
    ${jsonOf(`${blocked_times} order by date, start_minute, id`)} as blocked_times,
    ${jsonOf(`select date, resource, windows, off from ${own_hours} h order by date`)} as own_hours,
    ${jsonOf(withNames(stylists))} as stylists`;

const NOW = statement({
  bookings: `
    select id, version, status, appointment_date, start_minute, end_minute, parts, parts as parts_today, services, total_amount, payments, sms_consent,
      customer_name, customer_phone, notes
    from ${BOOKINGS_TABLE} where appointment_date between $1 and $2`,
  week: HOURS_TABLE,
  blocked_dates: `
    select id, blocked_date, reason from ${BLOCKED_DATES_TABLE}
    where id is not null and blocked_date between $1 and $2`,
  blocked_times: `
    select id, date, resource, start_minute, end_minute, reason from ${BLOCKED_TIMES_TABLE} where date between $1 and $2`,
  own_hours: `(select * from ${DAY_HOURS_TABLE} where date between $1 and $2)`,
  stylists: STYLISTS_TABLE,
});

/**
 * Personal data is as it stands today, so that an erasure reaches every moment: bookings that were deleted since have no names, and
 * blocks that were removed have no reasons.
 */
const AT = statement({
  bookings: `
    select a.id, a.version, a.status, a.appointment_date, a.start_minute, a.end_minute, a.parts, a.services, a.total_amount, a.payments,
      a.sms_consent, b.customer_name, b.customer_phone, b.notes, b.id is null as is_deleted, b.parts as parts_today
    from ${tableAt(appointments, APPOINTMENTS, '$3', 'appointment_date between $1 and $2')} a
    left join ${BOOKINGS_TABLE} b on b.id = a.id`,
  week: tableAt(hours, WEEKLY_HOURS, '$3'),
  blocked_dates: `
    select b.block_id as id, b.blocked_date, d.reason
    from ${tableAt(blockedDates, BLOCKS, '$3', 'blocked_date between $1 and $2')} b
    left join ${BLOCKED_DATES_TABLE} d on d.id = b.block_id`,
  blocked_times: `
    select b.block_id as id, b.date, b.resource, b.start_minute, b.end_minute, t.reason
    from ${tableAt(days, TIME_BLOCKS, '$3', 'date between $1 and $2')} b
    left join ${BLOCKED_TIMES_TABLE} t on t.id = b.block_id`,
  own_hours: tableAt(days, DAY_HOURS, '$3', 'date between $1 and $2'),
  stylists: tableAt(team, STYLISTS, '$3'),
});

/** Makes a function that reads the rows of a range of days, both included: those at a position, or of now where there is none. */
export function createCalendarRows(pool: Pool) {
  return async (from: SalonDate, to: SalonDate, position?: Position): Promise<CalendarRows> => {
    const query =
      position === undefined
        ? { name: 'calendar', text: NOW, values: [from, to] }
        : { name: 'calendar-at', text: AT, values: [from, to, position] };
    const { rows } = await pool.query<CalendarRows>(query);
    return rows[0] as CalendarRows;
  };
}

export type ReadCalendarRows = ReturnType<typeof createCalendarRows>;
