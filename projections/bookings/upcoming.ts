import type { Pool } from 'pg';
import { isMissingTable } from '../../src/adapters/postgres/outage.ts';
import type { UpcomingBookings } from '../../src/contracts/upcoming-bookings.ts';
import { salonDate } from '../../src/salon/salon-time.ts';
import { BOOKINGS_TABLE } from './projection.ts';

const NONE: UpcomingBookings = { ofPhone: 0, ofEmail: 0, names: [] };

/**
 * The upcoming bookings of a phone and of an e-mail, from today on. The index by date keeps this to the months that can
 * be booked, so that phone and e-mail need none of their own, which every projected booking would pay for.
 * None are known while a new version of the table is being built: better to suspect nobody than to refuse everybody.
 */
export function createUpcomingBookings({
  pool,
  timeZone,
  now,
}: {
  readonly pool: Pool;
  readonly timeZone: string;
  now(): Date;
}) {
  return async (phoneE164: string | null, email: string): Promise<UpcomingBookings> => {
    const query = pool.query<UpcomingBookings>({
      name: 'upcoming-bookings',
      text: `
        select count(*) filter (where customer_phone_e164 = $2)::integer as "ofPhone",
          count(*) filter (where lower(customer_email) = $3)::integer as "ofEmail",
          coalesce(array_agg(distinct customer_name) filter (where customer_phone_e164 = $2), '{}') as names
        from ${BOOKINGS_TABLE}
        where appointment_date >= $1 and status in ('pending', 'confirmed')
          and (customer_phone_e164 = $2 or lower(customer_email) = $3)`,
      values: [salonDate(now(), timeZone), phoneE164, email.toLowerCase()],
    });
    try {
      const [upcoming = NONE] = (await query).rows;
      return upcoming;
    } catch (error) {
      if (isMissingTable(error)) return NONE;
      throw error;
    }
  };
}
