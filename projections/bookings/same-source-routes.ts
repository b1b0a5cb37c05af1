import { listSameSource } from '../../src/contracts/bookings/same-source.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { refuse } from '../../src/http/refusal.ts';
import { formatTime } from '../../src/salon/salon-time.ts';
import { isoInstant } from '../engine/json-rows.ts';
import { bookings } from './projection.ts';
import type { BookingsOfSameSource } from './same-source.ts';

export function sameSourceRoutes({
  on,
  bookingsOfSameSource,
}: {
  readonly on: Mount;
  readonly bookingsOfSameSource: BookingsOfSameSource;
}): void {
  on(
    listSameSource,
    async ({ params: { id }, query }) => {
      const rows = await bookingsOfSameSource({ id, ...query });
      if (!rows) throw refuse('booking-not-found');
      const body = rows.map((row) => ({
        id: row.id,
        customer_name: row.customer_name,
        appointment_date: row.appointment_date,
        appointment_time: formatTime(row.start_minute),
        status: row.status,
        created_at: isoInstant(row.created_at),
      }));
      return { body };
    },
    [bookings],
  );
}
