import type { Pool } from 'pg';
import { getTakings } from '../../src/contracts/bookings/takings.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { seesRevenue } from '../../src/http/operation/sight.ts';
import { refuse } from '../../src/http/refusal.ts';
import { instantsOfDays, salonDate } from '../../src/salon/salon-time.ts';
import { isoInstant } from '../engine/json-rows.ts';
import type { StylistNaming } from '../stylist-of.ts';
import { ADMIN_COLUMNS, type AdminRow, adminBookings } from './admin-booking.ts';
import { BOOKINGS_TABLE, type BookingRow, bookings } from './projection.ts';

interface TakingsDeps {
  readonly on: Mount;
  readonly pool: Pool;
  readonly stylists: StylistNaming;
  readonly timeZone: string;
  now(): Date;
}

type CompletedRow = AdminRow & { readonly completed_at: NonNullable<BookingRow['completed_at']> };

/** The visits that were completed on a day. */
export function takingsRoutes({ on, pool, stylists, timeZone, now }: TakingsDeps): void {
  on(
    getTakings,
    async ({ caller, query }) => {
      const at = now();
      const today = salonDate(at, timeZone);
      const date = query.date ?? today;
      if (date !== today && !seesRevenue(caller)) throw refuse('forbidden');
      const { rows } = await pool.query<{ row: CompletedRow }>({
        name: 'bookings-completed-on',
        text: `select row_to_json(b) as row from (
            select ${ADMIN_COLUMNS}, completed_at from ${BOOKINGS_TABLE}
            where completed_at >= $1 and completed_at < $2) b
          order by b.completed_at, b.id`,
        values: [...instantsOfDays(date, date, timeZone)],
      });
      const shown = adminBookings({ timeZone, now: at, stylists: await stylists.read() });
      return {
        body: {
          date,
          bookings: rows.map(({ row }) => ({ ...shown(row), completed_at: isoInstant(row.completed_at) })),
        },
      };
    },
    [bookings, stylists.model],
  );
}
