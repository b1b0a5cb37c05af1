import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { addSalonDays, lastBookableDate, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { SERVICES } from '../../data/queries.ts';
import { useTeam } from '../../data/team.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { isUnnamed } from '../booking-text.ts';
import { FREE_DAYS } from '../times/next-free-day.tsx';
import { useNewBooking } from './use-new-booking.ts';

/** Customers usually come again after so many weeks. */
const WEEKS = [4, 6, 8];

type Visit = Pick<
  AdminBooking,
  'customer_id' | 'customer_name' | 'walk_in' | 'services' | 'appointment_date' | 'stylist'
>;

/**
 * When a customer may come again for the same services.
 *
 * - `dates`: the dates after some weeks, as far as they can be booked
 * - `against` tells why a date can't be chosen: it is blocked, closed or full
 * - `gone`: the services that are no longer offered
 * - `begin` goes on to the dialog for a new booking; of a walk-in whom nobody has named, without a customer
 */
export function useNextVisit(visit: Visit | undefined) {
  const { data: catalogue } = useAdminQuery(SERVICES, 'all');
  const today = useSalonToday();
  const { begin } = useNewBooking();
  /** The same one, if they still take appointments. */
  const stylist = useTeam().stylists.find(({ id, active }) => active && id === visit?.stylist?.id);
  const isOffered = ({ id }: { id: string }) =>
    catalogue?.some((service) => service.id === id && service.active) ?? false;
  const services = visit?.services.filter(isOffered).map(({ id }) => id) ?? [];
  const from = visit && visit.appointment_date > today ? visit.appointment_date : today;
  const dates = WEEKS.map((weeks) => ({ weeks, date: addSalonDays(from, weeks * 7) })).filter(
    ({ date }) => date <= lastBookableDate(today),
  );
  const [first, last] = [dates.at(0)?.date, dates.at(-1)?.date];
  const { data: days } = useAdminQuery(
    FREE_DAYS,
    first && last && services.length > 0
      ? { from: first, to: last, services: services.join(','), stylist_id: stylist?.id }
      : null,
  );
  return {
    isReady: catalogue !== undefined,
    dates,
    against(date: SalonDate) {
      const status = days?.find((day) => day.date === date)?.status;
      return status && status !== 'open' ? status : undefined;
    },
    gone: visit?.services.filter((service) => !isOffered(service)) ?? [],
    begin: (date?: SalonDate) =>
      begin({
        ...(visit && visit.customer_id !== null && !isUnnamed(visit) && { customerId: visit.customer_id }),
        services,
        stylistId: stylist?.id,
        ...(date && { date }),
      }),
  };
}
