import type { Pool } from 'pg';
import type { AdminBookingQuery } from '../../src/contracts/bookings/admin-bookings.ts';
import {
  type BookingCursor,
  type BookingOrder,
  orderOf,
} from '../../src/contracts/bookings/booking-order.ts';
import { searchedFor } from '../../src/salon/search-text.ts';
import { containsWords } from '../engine/contains.ts';
import { isoInstant, readAsJson } from '../engine/json-rows.ts';
import { STYLIST_OF } from '../stylist-of.ts';
import { ADMIN_COLUMNS, type AdminRow } from './admin-booking.ts';
import { BOOKINGS_TABLE } from './projection.ts';

type Filters = Pick<
  AdminBookingQuery,
  'search' | 'status' | 'open' | 'from' | 'to' | 'stylist_id' | 'sort'
> & {
  /** The stylist whose appointments alone the caller sees. */
  readonly onlyOf?: string | undefined;
};

/** A page of the list. */
export interface BookingsPage {
  readonly rows: readonly AdminRow[];
  /** Number of bookings on all pages; null unless this page is the first. */
  readonly total: number | null;
  readonly hasMore: boolean;
}

/** Each with the columns of an index, so that a page is read in their order. */
const ORDERS: Readonly<Record<BookingOrder, { readonly columns: readonly string[]; readonly way: string }>> =
  {
    booked: { columns: ['created_at', 'id'], way: ' desc' },
    date: { columns: ['appointment_date', 'start_minute', 'id'], way: '' },
    '-date': { columns: ['appointment_date', 'start_minute', 'id'], way: ' desc' },
  };

const orderBy = (order: BookingOrder) =>
  ORDERS[order].columns.map((column) => `${column}${ORDERS[order].way}`).join(', ');

export function pageEnd(filters: Pick<Filters, 'from' | 'to' | 'sort'>, row: AdminRow): BookingCursor {
  const { id } = row;
  return orderOf(filters) === 'booked'
    ? { by: 'booked', created_at: isoInstant(row.created_at), id }
    : { by: 'date', date: row.appointment_date, start: row.start_minute, id };
}

function afterPage(end: BookingCursor, order: BookingOrder, parameter: (value: unknown) => string): string {
  const { columns, way } = ORDERS[order];
  const id = `${parameter(end.id)}::uuid`;
  const row = `(${columns.join(', ')}) ${way === '' ? '>' : '<'}`;
  return end.by === 'booked'
    ? `${row} (${parameter(end.created_at)}::timestamptz, ${id})`
    : `${row} (${parameter(end.date)}::date, ${parameter(end.start)}::smallint, ${id})`;
}

/** The `where` of a statement, with the values of its parameters. `shape` names the conditions it has. */
interface Conditions {
  readonly shape: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Has only the conditions that are asked for: Postgres would make one plan for a statement with all of them, which suits no list. */
function conditionsOf(
  { search, status, open, from, to, stylist_id, sort, onlyOf }: Filters,
  cursor: AdminBookingQuery['cursor'],
): Conditions {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts: (readonly [name: string, text: string])[] = [];
  const searched = searchedFor(search);
  if (searched.length > 0) {
    const contains = containsWords('search_text', searched, parameter);
    parts.push([`search${contains.shape}`, contains.text]);
  }
  if (status) parts.push(['status', `status = ${parameter(status)}`]);
  if (open) parts.push(['open', `status in ('pending', 'confirmed')`]);
  if (from) parts.push(['from', `appointment_date >= ${parameter(from)}`]);
  if (to) parts.push(['to', `appointment_date <= ${parameter(to)}`]);
  if (stylist_id) parts.push(['stylist', `${STYLIST_OF} = ${parameter(stylist_id)}`]);
  if (onlyOf !== undefined) parts.push(['only', `${STYLIST_OF} = ${parameter(onlyOf)}`]);
  if (cursor) parts.push(['cursor', afterPage(cursor, orderOf({ from, to, sort }), parameter)]);
  const text = parts.length > 0 ? `where ${parts.map(([, condition]) => condition).join(' and ')}` : '';
  return { shape: parts.map(([name]) => name).join('-'), text, values };
}

/**
 * Pages of all appointments: the newest first, so that what is booked meanwhile moves nothing on a later page; or, once days or the
 * latest are asked for, by date and time.
 */
export function createBookingsPage(pool: Pool) {
  async function count(filters: Filters): Promise<number> {
    const { shape, text, values } = conditionsOf(filters, undefined);
    const { rows } = await pool.query<{ total: number }>({
      name: `admin-bookings-count-${shape}`,
      text: `select count(*)::integer as total from ${BOOKINGS_TABLE} ${text}`,
      values: [...values],
    });
    return rows[0]?.total ?? 0;
  }

  /**
   * Searches first and sorts then: read in the order of the list, most of the table would be fetched row by row until a page is
   * full.
   */
  async function search(conditions: Conditions, order: BookingOrder, limit: number) {
    const { shape, text, values } = conditions;
    const { rows } = await pool.query<{ total: number; rows: readonly AdminRow[] }>({
      name: `admin-bookings-${order}-${shape}`,
      text: `with found as materialized (select ${ORDERS[order].columns.join(', ')} from ${BOOKINGS_TABLE} ${text}),
        page as (select id from found order by ${orderBy(order)} limit $${values.length + 1})
        select (select count(*)::integer from found) as total,
          (select coalesce(json_agg(b order by ${orderBy(order)}), '[]')
            from (select ${ADMIN_COLUMNS} from ${BOOKINGS_TABLE} where id in (select id from page)) b) as rows`,
      values: [...values, limit + 1],
    });
    return rows[0] ?? { total: 0, rows: [] };
  }

  return async ({
    limit,
    cursor,
    ...filters
  }: AdminBookingQuery & Pick<Filters, 'onlyOf'>): Promise<BookingsPage> => {
    const conditions = conditionsOf(filters, cursor);
    const { shape, text, values } = conditions;
    const order = orderOf(filters);
    if (shape.startsWith('search')) {
      const { total, rows } = await search(conditions, order, limit);
      return { rows: rows.slice(0, limit), total: cursor ? null : total, hasMore: rows.length > limit };
    }
    const page = readAsJson<AdminRow>(pool, {
      name: `admin-bookings-${order}-${shape}`,
      text: `select ${ADMIN_COLUMNS} from ${BOOKINGS_TABLE} ${text}
        order by ${orderBy(order)} limit $${values.length + 1}`,
      values: [...values, limit + 1],
    });
    const [rows, total] = await Promise.all([page, cursor ? null : count(filters)]);
    return { rows: rows.slice(0, limit), total, hasMore: rows.length > limit };
  };
}
