import { type SalonDate, salonDate } from '../../src/salon/salon-time.ts';
import { useSalon } from './salon-context.ts';

/** The salon's calendar day, wherever the visitor is. */
export function useSalonToday(): SalonDate {
  const { time_zone } = useSalon();
  return salonDate(new Date(), time_zone);
}
