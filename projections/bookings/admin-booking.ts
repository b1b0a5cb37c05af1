import type { AdminBooking } from '../../src/contracts/bookings/admin-booking.ts';
import { type Staff, seesPaid } from '../../src/http/operation/sight.ts';
import { stylistOf } from '../../src/salon/parts.ts';
import { formatTime, isPast, salonDate } from '../../src/salon/salon-time.ts';
import { isoInstant } from '../engine/json-rows.ts';
import type { StylistNames } from '../stylist-of.ts';
import type { BookingRow } from './projection.ts';
import { catalogueAmountOf, durationOf, pricedServicesOf, withoutPaid } from './row-fields.ts';

const COLUMNS = [
  'id',
  'version',
  'customer_id',
  'customer_name',
  'customer_email',
  'customer_phone',
  'appointment_date',
  'start_minute',
  'end_minute',
  'parts',
  'services',
  'total_amount',
  'payment_method',
  'tip_cents',
  'payments',
  'lines',
  'notes',
  'sms_consent',
  'status',
  'walk_in',
  'arrived_at',
  'cancellation_reason',
  'cancelled_at',
  'cancelled_by',
  'created_at',
] as const satisfies readonly (keyof BookingRow)[];

/** The columns for staff's lists: half of the row, so that a page of a hundred costs half as much. */
export type AdminRow = Pick<BookingRow, (typeof COLUMNS)[number]>;
/** The same columns in SQL. */
export const ADMIN_COLUMNS = COLUMNS.join(', ');

function cancellationOf({ cancellation_reason, cancelled_at, cancelled_by }: AdminRow) {
  if (!cancellation_reason || !cancelled_at || !cancelled_by) return null;
  return { reason: cancellation_reason, at: isoInstant(cancelled_at), by: cancelled_by };
}

interface Seen {
  readonly timeZone: string;
  readonly now: Date;
  readonly stylists: StylistNames;
  /** The person who gets a list of them; left out for a single one, which tells everybody who sees it what was paid. */
  readonly listedFor?: Staff;
}

/** @returns a function from a row to the booking as staff see it at that moment */
export function adminBookings({ listedFor, ...seen }: Seen) {
  const shown = bookingsSeen(seen);
  const today = salonDate(seen.now, seen.timeZone);
  return (row: AdminRow): AdminBooking =>
    !listedFor || seesPaid(listedFor, row, today)
      ? shown(row)
      : { ...shown(withoutPaid(row)), paid_left_out: true };
}

function bookingsSeen({ timeZone, now, stylists }: Omit<Seen, 'listedFor'>) {
  return (row: AdminRow): AdminBooking => ({
    id: row.id,
    version: row.version,
    customer_id: row.customer_id,
    customer_name: row.customer_name,
    customer_email: row.customer_email,
    customer_phone: row.customer_phone,
    appointment_date: row.appointment_date,
    appointment_time: formatTime(row.start_minute),
    duration: durationOf(row),
    ...stylists.of(stylistOf(row)),
    services: pricedServicesOf(row),
    total_amount: row.total_amount,
    catalogue_amount: catalogueAmountOf(row),
    payment_method: row.payment_method,
    tip_cents: row.tip_cents,
    payments: [...row.payments],
    lines: row.lines,
    notes: row.notes,
    sms_consent: row.sms_consent,
    status: row.status,
    walk_in: row.walk_in,
    arrived_at: row.arrived_at && isoInstant(row.arrived_at),
    has_started: isPast(row.appointment_date, row.start_minute, now, timeZone),
    cancellation: cancellationOf(row),
    created_at: isoInstant(row.created_at),
  });
}
