import type { Pool } from 'pg';
import type { CustomerExport } from '../../src/contracts/customers/customer-export.ts';
import type { KnownCustomer } from '../../src/contracts/customers/known-customer.ts';
import { stylistOf } from '../../src/salon/parts.ts';
import { formatTime } from '../../src/salon/salon-time.ts';
import { isoInstant } from '../engine/json-rows.ts';
import type { StylistNames, StylistNaming } from '../stylist-of.ts';
import { BOOKINGS_TABLE, type BookingRow } from './projection.ts';
import { pricedServicesOf } from './row-fields.ts';

/** A booking of a customer with what it says of the person. */
type CustomersBooking = CustomerExport['bookings'][number];

const COLUMNS = [
  'id',
  'appointment_date',
  'start_minute',
  'parts',
  'status',
  'services',
  'total_amount',
  'customer_id',
  'customer_name',
  'customer_email',
  'customer_phone',
  'notes',
  'visit_note',
  'sms_consent',
  'created_at',
] as const satisfies readonly (keyof BookingRow)[];

type ToldRow = Pick<BookingRow, (typeof COLUMNS)[number]>;

/** $1 customers · $2 how many bookings of them. */
const OF_CUSTOMERS = `
  select coalesce(json_agg(of_them.row), '[]') as rows, coalesce(max(of_them.total), 0) as total
  from (
    select row_to_json((select told from (select ${COLUMNS.join(', ')}) told)) as row,
      count(*) over ()::integer as total
    from ${BOOKINGS_TABLE} b where customer_id = any ($1::uuid[])
    order by appointment_date desc, start_minute desc, id limit $2
  ) of_them`;

const shown = (row: ToldRow, stylists: StylistNames): CustomersBooking => ({
  id: row.id,
  appointment_date: row.appointment_date,
  appointment_time: formatTime(row.start_minute),
  ...stylists.of(stylistOf(row)),
  status: row.status,
  services: pricedServicesOf(row),
  total_amount: row.total_amount,
  customer_id: row.customer_id ?? '',
  customer_name: row.customer_name,
  customer_email: row.customer_email,
  customer_phone: row.customer_phone,
  notes: row.notes,
  visit_note: row.visit_note,
  sms_consent: row.sms_consent,
  created_at: isoInstant(row.created_at),
});

/** Bookings of some customers, the latest first. */
interface CustomersBookings {
  readonly bookings: CustomersBooking[];
  readonly total: number;
}

/** The bookings of these customers. */
export function createBookingsOfCustomers(pool: Pool, stylists: Pick<StylistNaming, 'read'>) {
  return async (customerIds: readonly string[], most: number): Promise<CustomersBookings> => {
    const query = pool.query<{ rows: readonly ToldRow[]; total: number }>({
      name: 'bookings-of-customers',
      text: OF_CUSTOMERS,
      values: [customerIds, most],
    });
    const [{ rows }, names] = await Promise.all([query, stylists.read()]);
    const [found] = rows;
    return { bookings: (found?.rows ?? []).map((row) => shown(row, names)), total: found?.total ?? 0 };
  };
}

interface ConsentRow {
  readonly given_at: Date | null;
  readonly withdrawn_at: Date | null;
}

/** No consent at the booking itself says nothing: staff may have left the box empty. A consent that is withdrawn later counts. */
const LAST_CONSENT = `
  select max(consent_at) filter (where sms_consent) as given_at,
    max(consent_at) filter (where not sms_consent and consent_at <> created_at) as withdrawn_at
  from ${BOOKINGS_TABLE} where customer_id = any($1::uuid[])`;

/** Reads the last statement about texts, over all bookings of customers who are one person. */
export const createLastConsent =
  (pool: Pool) =>
  async (customerIds: readonly string[]): Promise<KnownCustomer['sms_consent']> => {
    const { rows } = await pool.query<ConsentRow>({
      name: 'bookings-last-consent',
      text: LAST_CONSENT,
      values: [customerIds],
    });
    const { given_at = null, withdrawn_at = null } = rows[0] ?? {};
    if (withdrawn_at && (!given_at || withdrawn_at > given_at))
      return { given: false, at: withdrawn_at.toISOString() };
    return given_at && { given: true, at: given_at.toISOString() };
  };
