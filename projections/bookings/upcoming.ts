import type { UpcomingBooking } from '../../src/contracts/bookings/affected-bookings.ts';
import { type SalonDate, salonDate, salonMinutes } from '../../src/salon/salon-time.ts';
import type { QueryDeps } from '../query-deps.ts';
import { STYLIST_OF } from '../stylist-of.ts';
import { BOOKINGS_TABLE } from './projection.ts';

const OPEN = `from ${BOOKINGS_TABLE} where status in ('pending', 'confirmed')`;
const UPCOMING = `
  select id, customer_name as "customerName", appointment_date as date, start_minute as start, end_minute as end, parts, status
  ${OPEN}`;
/** $1 the present date, $2 the present minute of it. */
const AHEAD = 'appointment_date >= $1 and (appointment_date > $1 or end_minute > $2)';
const IN_ORDER = 'order by appointment_date, start_minute, id';

/** Bookings that a change of the salon's hours or days may leave outside: from today on, neither cancelled nor completed. */
export function createUpcomingBookings({ pool, timeZone, now }: QueryDeps) {
  const present = () => [salonDate(now(), timeZone), salonMinutes(now(), timeZone)];
  return {
    /** Those of a stylist that aren't over. */
    async ofStylist(stylistId: string): Promise<readonly UpcomingBooking[]> {
      const { rows } = await pool.query<UpcomingBooking>({
        name: 'bookings-upcoming-of-stylist',
        text: `${UPCOMING} and ${AHEAD} and ${STYLIST_OF} = $3 ${IN_ORDER}`,
        values: [...present(), stylistId],
      });
      return rows;
    },
    /** How many each stylist has that aren't over. */
    async countByStylist(): Promise<ReadonlyMap<string, number>> {
      const { rows } = await pool.query<{ stylist: string; count: number }>({
        name: 'bookings-upcoming-by-stylist',
        text: `select ${STYLIST_OF} as stylist, count(*)::int as count ${OPEN} and ${AHEAD} group by 1`,
        values: present(),
      });
      return new Map(rows.map(({ stylist, count }) => [stylist, count]));
    },
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
