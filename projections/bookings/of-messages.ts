import type { BookingStatus } from '../../src/contracts/bookings/bookings.ts';
import { formatTime, isPast, type Minutes, type SalonDate } from '../../src/salon/salon-time.ts';
import { searchedFor } from '../../src/salon/search-text.ts';
import { containsWords } from '../engine/contains.ts';
import type { QueryDeps } from '../query-deps.ts';
import { BOOKINGS_TABLE } from './projection.ts';

/** A search looks through so many, the latest first: nobody reads on to older ones. */
const MOST_FOUND = 2_000;

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly end: Minutes;
  readonly status: BookingStatus;
}

interface BookingOfMessage {
  readonly customer_name: string | null;
  readonly appointment_date: SalonDate;
  readonly appointment_time: string;
  readonly status: BookingStatus;
  readonly has_started: boolean;
  /** It has ended, or is cancelled. */
  readonly is_over: boolean;
}

/** The bookings that messages are about. */
export function createBookingsOfMessages({ pool, timeZone, now }: QueryDeps) {
  return {
    /** Those whose customer's name, e-mail or phone contains the text, by their ids. */
    async find(search: string): Promise<readonly string[]> {
      const values: string[] = [];
      const contains = containsWords('search_text', searchedFor(search), (text) => `$${values.push(text)}`);
      const { rows } = await pool.query<{ id: string }>({
        name: `bookings-of-messages-${contains.shape}`,
        text: `select id from ${BOOKINGS_TABLE} where ${values.length > 0 ? contains.text : 'true'}
          order by created_at desc limit ${MOST_FOUND}`,
        values,
      });
      return rows.map(({ id }) => id);
    },

    /** The phone number of one as it was typed; null where there is none any more. */
    async phoneOf(id: string): Promise<string | null> {
      const { rows } = await pool.query<{ phone: string | null }>({
        name: 'phone-of-booking',
        text: `select customer_phone as phone from ${BOOKINGS_TABLE} where id = $1`,
        values: [id],
      });
      return rows[0]?.phone ?? null;
    },

    /** The latest ones of these customers, by their ids. */
    async ofCustomers(customerIds: readonly string[]): Promise<readonly string[]> {
      const { rows } = await pool.query<{ id: string }>({
        name: 'bookings-of-customers-of-messages',
        text: `select id from ${BOOKINGS_TABLE} where customer_id = any($1::uuid[])
          order by created_at desc limit ${MOST_FOUND}`,
        values: [customerIds],
      });
      return rows.map(({ id }) => id);
    },

    /** Deleted ones are missing. */
    async byIds(ids: readonly string[]): Promise<ReadonlyMap<string, BookingOfMessage>> {
      if (ids.length === 0) return new Map();
      const { rows } = await pool.query<Row>({
        name: 'bookings-by-ids',
        text: `select id, customer_name as name, appointment_date::text as date, start_minute as start, end_minute as end,
            status
          from ${BOOKINGS_TABLE} where id = any($1::uuid[])`,
        values: [ids],
      });
      return new Map(
        rows.map(({ id, name, date, start, end, status }) => [
          id,
          {
            customer_name: name,
            appointment_date: date,
            appointment_time: formatTime(start),
            status,
            has_started: status === 'completed' || isPast(date, start, now(), timeZone),
            is_over: status === 'completed' || status === 'cancelled' || isPast(date, end, now(), timeZone),
          },
        ]),
      );
    },
  };
}
