import { formatDate, formatLongDate } from '../../../src/salon/date-text.ts';
import * as time from '../../../src/salon/salon-time.ts';

/** Prints what the salon's clock says over two years, to be compared between zones of the machine. */
const SALON = 'America/Los_Angeles';

console.log(process.env.TZ);
for (const date of time.salonDays('2026-01-01', '2027-12-31')) {
  const instants = [0, 90, 120, 150, 180, 540, 1439].map((minute) =>
    time.instantOf(date, minute, SALON)?.toISOString(),
  );
  const noon = new Date(`${date}T20:00:00Z`);
  console.log(
    [
      date,
      time.isSalonDate(date),
      time.dayOfWeek(date),
      time.addSalonDays(date, 1),
      time.lastBookableDate(date),
      formatDate(date),
      formatLongDate(date),
      time.salonDate(noon, SALON),
      time.isPast(date, 720, noon, SALON),
      ...instants,
    ].join(' '),
  );
}
