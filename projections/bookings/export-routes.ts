import { type Column, csvOf, pagesOf } from '../../src/adapters/csv.ts';
import type { AdminBookingQuery } from '../../src/contracts/bookings/admin-bookings.ts';
import { METHOD_WORDS } from '../../src/contracts/bookings/method-words.ts';
import { exportBookings } from '../../src/contracts/exports.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { instantAs } from '../../src/salon/instant-text.ts';
import { stylistOf } from '../../src/salon/parts.ts';
import { formatTime } from '../../src/salon/salon-time.ts';
import { FORMER_STYLIST } from '../../src/salon/stylist-words.ts';
import { isoInstant } from '../engine/json-rows.ts';
import type { StylistNames, StylistNaming } from '../stylist-of.ts';
import type { AdminRow } from './admin-booking.ts';
import { type BookingsPage, pageEnd } from './admin-list.ts';
import { bookings } from './projection.ts';
import { durationOf } from './row-fields.ts';

interface BookingExportDeps {
  readonly on: Mount;
  bookingsPage(query: AdminBookingQuery): Promise<BookingsPage>;
  readonly stylists: StylistNaming;
  readonly timeZone: string;
  now(): Date;
}

/** Such as `Card`, or `Cash 50.00; Card 82.00`. */
function paidBy({ payments, payment_method }: AdminRow): string | null {
  if (payments.length < 2) return payment_method && METHOD_WORDS[payment_method];
  return payments
    .flatMap(({ method, cents }) => (method ? `${METHOD_WORDS[method]} ${(cents / 100).toFixed(2)}` : []))
    .join('; ');
}

const columnsOf = ({ isTeam, of }: StylistNames): readonly Column<AdminRow>[] => [
  { title: 'Date', value: (row) => row.appointment_date },
  { title: 'Time', value: (row) => formatTime(row.start_minute) },
  { title: 'Minutes', value: durationOf },
  ...(isTeam
    ? [{ title: 'Stylist', value: (row: AdminRow) => of(stylistOf(row)).stylist?.name ?? FORMER_STYLIST }]
    : []),
  { title: 'Customer', value: (row) => row.customer_name },
  { title: 'Email', value: (row) => row.customer_email },
  { title: 'Phone', value: (row) => row.customer_phone },
  { title: 'Services', value: (row) => row.services.map(({ name }) => name).join('; ') },
  { title: 'Total', value: (row) => row.total_amount },
  { title: 'Tip in dollars', value: (row) => row.tip_cents / 100 },
  { title: 'Paid by', value: paidBy },
  { title: 'Status', value: (row) => row.status },
  { title: 'SMS consent', value: (row) => (row.sms_consent ? 'yes' : 'no') },
  { title: 'Notes', value: (row) => row.notes },
  { title: 'Booked at (UTC)', value: (row) => isoInstant(row.created_at) },
  { title: 'Id', value: (row) => row.id },
];

/** The list of bookings as a file for spreadsheets. */
export function bookingExportRoutes(deps: BookingExportDeps): void {
  const { on, bookingsPage, stylists, timeZone, now } = deps;
  on(
    exportBookings,
    async ({ query: filters }) => {
      const names = await stylists.read();
      names.check(filters.stylist_id);
      const pages = pagesOf<AdminRow>((last, limit) =>
        bookingsPage({ ...filters, limit, cursor: last && pageEnd(filters, last) }),
      );
      return {
        body: csvOf(columnsOf(names), pages),
        filename: `appointments-${instantAs(now(), timeZone, 'yyyy-MM-dd')}.csv`,
      };
    },
    [bookings, stylists.model],
  );
}
