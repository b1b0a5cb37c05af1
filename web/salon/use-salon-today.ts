import { type SalonDate, salonDate } from '../../src/salon/salon-time.ts';
import { useSalon } from './salon-context.ts';

/** Today's date at the salon, whatever the visitor's time zone. */
export function useSalonToday(): SalonDate {
  const { time_zone } = useSalon();
  return salonDate(new Date(), time_zone);
}
