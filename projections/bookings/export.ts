import { type Column, csvOf } from '../../src/adapters/csv.ts';
import type { AdminBookingQuery } from '../../src/contracts/admin-bookings.ts';
import { exportBookings } from '../../src/contracts/exports.ts';
import type { Guard } from '../../src/http/caller.ts';
import type { Mount } from '../../src/http/operation.ts';
import { formatTime, salonDate } from '../../src/salon/salon-time.ts';
import type { BookingsPage } from './admin-list.ts';
import { type BookingRow, bookings } from './projection.ts';

interface BookingExportDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  bookingsPage(query: AdminBookingQuery): Promise<BookingsPage>;
  readonly timeZone: string;
  now(): Date;
}

const ROWS_A_PAGE = 1_000;

const COLUMNS: readonly Column<BookingRow>[] = [
  { title: 'Date', value: (row) => row.appointment_date },
  { title: 'Time', value: (row) => formatTime(row.start_minute) },
  { title: 'Minutes', value: (row) => row.end_minute - row.start_minute },
  { title: 'Customer', value: (row) => row.customer_name },
  { title: 'Email', value: (row) => row.customer_email },
  { title: 'Phone', value: (row) => row.customer_phone },
  { title: 'Services', value: (row) => row.services.map(({ name }) => name).join('; ') },
  { title: 'Total', value: (row) => row.total_amount },
  { title: 'Status', value: (row) => row.status },
  { title: 'SMS consent', value: (row) => (row.sms_consent ? 'yes' : 'no') },
  { title: 'Notes', value: (row) => row.notes },
  { title: 'Booked at (UTC)', value: (row) => new Date(row.created_at).toISOString() },
  { title: 'Id', value: (row) => row.id },
];

/** The list of appointments as a file for spreadsheets. */
export function bookingExportRoute({ on, bookingsPage, timeZone, now }: BookingExportDeps): void {
  type Filters = Omit<AdminBookingQuery, 'limit' | 'cursor'>;

  /** Each page is a query of its own, so that a slow reader keeps no transaction open. */
  async function* pages(filters: Filters): AsyncGenerator<readonly BookingRow[]> {
    let cursor: AdminBookingQuery['cursor'];
    for (;;) {
      const { rows, hasMore } = await bookingsPage({ ...filters, limit: ROWS_A_PAGE, cursor });
      yield rows;
      const last = rows.at(-1);
      if (!hasMore || !last) return;
      cursor = { created_at: last.created_at, id: last.id };
    }
  }

  on(
    exportBookings,
    async ({ query: { search, status, from, to } }) => ({
      body: csvOf(COLUMNS, pages({ search, status, from, to })),
      filename: `appointments-${salonDate(now(), timeZone)}.csv`,
    }),
    [bookings],
  );
}
