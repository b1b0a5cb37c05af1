import type { UpcomingBooking } from '../../src/contracts/bookings/affected-bookings.ts';
import { type SalonDate, salonDate } from '../../src/salon/salon-time.ts';
import type { QueryDeps } from '../query-deps.ts';
import { BOOKINGS_TABLE } from './projection.ts';

const UPCOMING = `
  select id, customer_name as "customerName", appointment_date as date, start_minute as start, end_minute as end, parts, status
  from ${BOOKINGS_TABLE} where status in ('pending', 'confirmed')`;
const IN_ORDER = 'order by appointment_date, start_minute, id';

/** Bookings that a change of the salon's hours or days may leave outside: from today on, neither cancelled nor completed. */
export function createUpcomingBookings({ pool, timeZone, now }: QueryDeps) {
  return {
    async onDates(dates: readonly SalonDate[]): Promise<readonly UpcomingBooking[]> {
      const { rows } = await pool.query<UpcomingBooking>({
        name: 'bookings-upcoming-on-dates',
        text: `${UPCOMING} and appointment_date = any($1::date[]) and appointment_date >= $2 ${IN_ORDER}`,
        values: [dates, salonDate(now(), timeZone)],
      });
      return rows;
    },
    /** @param dayOfWeek 0 for Sunday to 6 for Saturday */
    async onWeekday(dayOfWeek: number): Promise<readonly UpcomingBooking[]> {
      const { rows } = await pool.query<UpcomingBooking>({
        name: 'bookings-upcoming-on-weekday',
        text: `${UPCOMING} and appointment_date >= $2 and extract(dow from appointment_date) = $1 ${IN_ORDER}`,
        values: [dayOfWeek, salonDate(now(), timeZone)],
      });
      return rows;
    },
  };
}
