import type { Pool } from 'pg';
import type { AdminBookingQuery } from '../../src/contracts/admin-bookings.ts';
import { searchedFor } from '../../src/salon/search-text.ts';
import { containsOneOf } from '../engine/contains.ts';
import { ADMIN_COLUMNS, type AdminRow } from './admin-booking.ts';
import { BOOKINGS_TABLE } from './projection.ts';

type Filters = Pick<AdminBookingQuery, 'search' | 'status' | 'from' | 'to'>;

/** A page of the list, the newest first. */
export interface BookingsPage {
  readonly rows: readonly AdminRow[];
  /** How many there are on all pages; null unless this is the first. */
  readonly total: number | null;
  readonly hasMore: boolean;
}

/** The `where` of a statement, with the values of its parameters. `shape` names the conditions it has. */
interface Conditions {
  readonly shape: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Only what is asked for: one statement for all kinds of lists would get one plan, which suits none of them. */
function conditionsOf(
  { search, status, from, to }: Filters,
  cursor: AdminBookingQuery['cursor'],
): Conditions {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts: (readonly [name: string, text: string])[] = [];
  const texts = searchedFor(search);
  if (texts.length > 0) {
    const contains = containsOneOf('search_text', texts, parameter);
    parts.push([`search${contains.shape}`, contains.text]);
  }
  if (status) parts.push(['status', `status = ${parameter(status)}`]);
  if (from) parts.push(['from', `appointment_date >= ${parameter(from)}`]);
  if (to) parts.push(['to', `appointment_date <= ${parameter(to)}`]);
  if (cursor) {
    const end = `(${parameter(cursor.created_at)}::timestamptz, ${parameter(cursor.id)}::uuid)`;
    parts.push(['cursor', `(created_at, id) < ${end}`]);
  }
  const text = parts.length > 0 ? `where ${parts.map(([, condition]) => condition).join(' and ')}` : '';
  return { shape: parts.map(([name]) => name).join('-'), text, values };
}

/** Pages of all appointments. What is booked meanwhile moves nothing on a later page, since the newest come first. */
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
   * What contains some text is found first, and each row is looked at once: read in the order of the list, most of the table would
   * be fetched row by row until a page is full.
   */
  async function search(conditions: Conditions, limit: number) {
    const { shape, text, values } = conditions;
    const { rows } = await pool.query<{ total: number; rows: readonly AdminRow[] }>({
      name: `admin-bookings-${shape}`,
      text: `with found as materialized (select id, created_at from ${BOOKINGS_TABLE} ${text}),
        page as (select id from found order by created_at desc, id desc limit $${values.length + 1})
        select (select count(*)::integer from found) as total,
          (select coalesce(json_agg(b order by b.created_at desc, b.id desc), '[]')
            from (select ${ADMIN_COLUMNS} from ${BOOKINGS_TABLE} where id in (select id from page)) b) as rows`,
      values: [...values, limit + 1],
    });
    return rows[0] ?? { total: 0, rows: [] };
  }

  return async ({ limit, cursor, ...filters }: AdminBookingQuery): Promise<BookingsPage> => {
    const conditions = conditionsOf(filters, cursor);
    const { shape, text, values } = conditions;
    if (shape.startsWith('search')) {
      const { total, rows } = await search(conditions, limit);
      return { rows: rows.slice(0, limit), total: cursor ? null : total, hasMore: rows.length > limit };
    }
    const page = pool.query<{ rows: readonly AdminRow[] }>({
      name: `admin-bookings-${shape}`,
      text: `select coalesce(json_agg(b), '[]') as rows from (select ${ADMIN_COLUMNS} from ${BOOKINGS_TABLE} ${text}
        order by created_at desc, id desc limit $${values.length + 1}) b`,
      values: [...values, limit + 1],
    });
    const [{ rows: found }, total] = await Promise.all([page, cursor ? null : count(filters)]);
    const rows = found[0]?.rows ?? [];
    return { rows: rows.slice(0, limit), total, hasMore: rows.length > limit };
  };
}
