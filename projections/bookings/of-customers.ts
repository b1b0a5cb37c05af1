import type { Pool } from 'pg';
import { batcher } from '../../src/adapters/postgres/batcher.ts';
import type { CustomerExport } from '../../src/contracts/customer-export.ts';
import type { Visits } from '../../src/contracts/customers.ts';
import { formatTime, salonDate, salonMinutes } from '../../src/salon/salon-time.ts';
import { instantOf } from '../engine/instant.ts';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';
import { servicesOf } from './row-fields.ts';

/** An appointment of a customer with what it says of the person. */
type CustomersBooking = CustomerExport['bookings'][number];

/** $3 today · $4 the minute of the day. */
const HAS_BEGUN = `status <> 'cancelled'
  and (status = 'completed' or (appointment_date, start_minute) <= ($3::date, $4::integer))`;

const OF_CUSTOMERS = `
  select row_to_json(b) as row, count(*) over ()::integer as total,
    count(*) filter (where ${HAS_BEGUN}) over ()::integer as visits,
    (max(appointment_date) filter (where ${HAS_BEGUN}) over ())::text as last_visit
  from ${BOOKINGS_TABLE} b where customer_id = any ($1::uuid[])
  order by appointment_date desc, start_minute desc, id limit $2`;

const shown = (row: BookingRow): CustomersBooking => ({
  id: row.id,
  appointment_date: row.appointment_date,
  appointment_time: formatTime(row.start_minute),
  status: row.status,
  services: servicesOf(row),
  total_amount: row.total_amount,
  customer_id: row.customer_id ?? '',
  customer_name: row.customer_name,
  customer_email: row.customer_email,
  customer_phone: row.customer_phone,
  notes: row.notes,
  sms_consent: row.sms_consent,
  created_at: instantOf(row.created_at),
});

/** Appointments of some customers, the latest first. */
interface CustomersBookings extends Visits {
  readonly bookings: CustomersBooking[];
  /** How many there are. */
  readonly total: number;
}

/** The appointments of these customers, and how often they came. */
export function createBookingsOfCustomers({
  pool,
  timeZone,
  now,
}: {
  readonly pool: Pool;
  readonly timeZone: string;
  now(): Date;
}) {
  return async (customerIds: readonly string[], most: number): Promise<CustomersBookings> => {
    const instant = now();
    const { rows } = await pool.query<{ row: BookingRow; total: number } & Visits>({
      name: 'bookings-of-customers',
      text: OF_CUSTOMERS,
      values: [customerIds, most, salonDate(instant, timeZone), salonMinutes(instant, timeZone)],
    });
    const { total, visits, last_visit } = rows[0] ?? { total: 0, visits: 0, last_visit: null };
    return { bookings: rows.map(({ row }) => shown(row)), total, visits, last_visit };
  };
}

/** $1 the appointments' numbers · $2 a customer each · $3 to $5 the appointments. */
const VISITS_BEFORE = `
  select asked.number, count(*)::integer as visits
  from unnest($1::integer[], $2::uuid[], $3::uuid[], $4::date[], $5::integer[])
    as asked (number, customer_id, booking_id, date, minute)
  cross join lateral (
    select from ${BOOKINGS_TABLE}
    where customer_id = asked.customer_id and status = 'completed' and id <> asked.booking_id
      and (appointment_date, start_minute) < (asked.date, asked.minute) offset 0
  ) visit
  group by asked.number`;

/** An appointment, and everybody who is its customer. */
type OfPerson = readonly [customerIds: readonly string[], booking: BookingRow];

/** How often these customers had been there before one of their appointments. Questions at the same time share a query. */
export function createVisitsBefore(pool: Pool) {
  const counted = batcher<OfPerson, number>(
    async (asked) => {
      const lines = asked.flatMap(([customerIds, booking], number) =>
        customerIds.map((customerId) => ({ number, customerId, booking })),
      );
      const { rows } = await pool.query<{ number: number; visits: number }>({
        name: 'visits-before',
        text: VISITS_BEFORE,
        values: [
          lines.map(({ number }) => number),
          lines.map(({ customerId }) => customerId),
          lines.map(({ booking }) => booking.id),
          lines.map(({ booking }) => booking.appointment_date),
          lines.map(({ booking }) => booking.start_minute),
        ],
      });
      const visits = new Map(rows.map((row) => [row.number, row.visits]));
      return asked.map((_, number) => visits.get(number) ?? 0);
    },
    { concurrency: 2 },
  );
  return (customerIds: readonly string[], booking: BookingRow): Promise<number> =>
    counted([customerIds, booking]);
}
