import type { Pool } from 'pg';
import { batcher } from '../../src/adapters/postgres/batcher.ts';
import type { CustomerExport } from '../../src/contracts/customers/customer-export.ts';
import type { Visits } from '../../src/contracts/customers/customers.ts';
import { formatTime, salonDate, salonMinutes } from '../../src/salon/salon-time.ts';
import { isoInstant } from '../engine/instant.ts';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';
import { pricedServicesOf } from './row-fields.ts';
import { isVisit } from './visits.ts';

/** An appointment of a customer with what it says of the person. */
type CustomersBooking = CustomerExport['bookings'][number];

const COLUMNS = [
  'id',
  'appointment_date',
  'start_minute',
  'status',
  'services',
  'total_amount',
  'customer_id',
  'customer_name',
  'customer_email',
  'customer_phone',
  'notes',
  'sms_consent',
  'created_at',
] as const satisfies readonly (keyof BookingRow)[];

/** What is told of an appointment: half of its row. */
type ToldRow = Pick<BookingRow, (typeof COLUMNS)[number]>;

const IS_VISIT = isVisit('b', ['$3', '$4']);

/** $1 customers, as a list for each question · $2 how many appointments of them · $3 today · $4 the minute of the day. */
const OF_CUSTOMERS = `
  select asked.number::integer, found.* from unnest($1::text[], $2::integer[]) with ordinality as asked (ids, most, number)
  cross join lateral (
    select coalesce(json_agg(of_them.row), '[]') as rows, coalesce(max(of_them.total), 0) as total,
      coalesce(max(of_them.visits), 0) as visits, max(of_them.last_visit) as last_visit,
      coalesce(max(of_them.no_shows), 0) as no_shows
    from (
      select row_to_json((select told from (select ${COLUMNS.join(', ')}) told)) as row,
        count(*) over ()::integer as total,
        count(*) filter (where ${IS_VISIT}) over ()::integer as visits,
        (max(appointment_date) filter (where ${IS_VISIT}) over ())::text as last_visit,
        count(*) filter (where status = 'cancelled' and cancellation_reason = 'no_show') over ()::integer as no_shows
      from ${BOOKINGS_TABLE} b where customer_id = any (asked.ids::uuid[])
      order by appointment_date desc, start_minute desc, id limit asked.most
    ) of_them
  ) found`;

const shown = (row: ToldRow): CustomersBooking => ({
  id: row.id,
  appointment_date: row.appointment_date,
  appointment_time: formatTime(row.start_minute),
  status: row.status,
  services: pricedServicesOf(row),
  total_amount: row.total_amount,
  customer_id: row.customer_id ?? '',
  customer_name: row.customer_name,
  customer_email: row.customer_email,
  customer_phone: row.customer_phone,
  notes: row.notes,
  sms_consent: row.sms_consent,
  created_at: isoInstant(row.created_at),
});

/** Appointments of some customers, the latest first. */
interface CustomersBookings extends Visits {
  readonly bookings: CustomersBooking[];
  /** How many there are. */
  readonly total: number;
}

const NONE: CustomersBookings = { bookings: [], total: 0, visits: 0, last_visit: null, no_shows: 0 };

type Asked = readonly [customerIds: readonly string[], most: number];

/** The appointments of these customers, and how often they came. Those that are asked for at the same time share a query. */
export function createBookingsOfCustomers({
  pool,
  timeZone,
  now,
}: {
  readonly pool: Pool;
  readonly timeZone: string;
  now(): Date;
}) {
  const find = batcher<Asked, CustomersBookings>(
    async (asked) => {
      const instant = now();
      const found = await pool.query<Visits & { number: number; rows: readonly ToldRow[]; total: number }>({
        name: 'bookings-of-customers',
        text: OF_CUSTOMERS,
        values: [
          asked.map(([customerIds]) => `{${customerIds.join(',')}}`),
          asked.map(([, most]) => most),
          salonDate(instant, timeZone),
          salonMinutes(instant, timeZone),
        ],
      });
      const answers = new Map(
        found.rows.map(({ number, rows, ...counted }) => [number, { bookings: rows.map(shown), ...counted }]),
      );
      return asked.map((_, index) => answers.get(index + 1) ?? NONE);
    },
    { concurrency: 2 },
  );
  return (customerIds: readonly string[], most: number): Promise<CustomersBookings> =>
    find([customerIds, most]);
}
