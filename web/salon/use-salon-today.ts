import { type SalonDate, salonDate } from '../../src/salon/salon-time.ts';
import { serverNow, useServerClock } from '../ui/server-clock.ts';
import { useSalon } from './salon-context.ts';

/** Today's date at the salon, whatever the visitor's time zone and clock. */
export function useSalonToday(): SalonDate {
  const { time_zone } = useSalon();
  useServerClock();
  return salonDate(serverNow(), time_zone);
}
