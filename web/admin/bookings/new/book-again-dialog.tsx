import { dayAs } from '../../../../src/salon/date-text.ts';
import { addSalonDays, lastBookableDate, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { SERVICES } from '../../data/queries.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FailedState } from '../../ui/states.tsx';
import { customerName, servicesText } from '../booking-text.ts';
import { BOOKING } from '../queries.ts';
import { FREE_DAYS } from '../times/next-free-day.tsx';
import { useNewBooking } from './use-new-booking.ts';

/** Customers usually come again after so many weeks. */
const WEEKS = [4, 6, 8];

/** Asks when a customer comes again for the same services, and goes on to the dialog for a new booking. */
export function BookAgainDialog({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  const { data: booking, error, reload } = useAdminQuery(BOOKING, bookingId);
  const { data: catalogue } = useAdminQuery(SERVICES, 'all');
  const today = useSalonToday();
  const { begin } = useNewBooking();
  const isOffered = ({ id }: { id: string }) =>
    catalogue?.some((service) => service.id === id && service.active) ?? false;
  const services = booking?.services.filter(isOffered).map(({ id }) => id) ?? [];
  const from = booking && booking.appointment_date > today ? booking.appointment_date : today;
  const dates = WEEKS.map((weeks) => ({ weeks, date: addSalonDays(from, weeks * 7) })).filter(
    ({ date }) => date <= lastBookableDate(today),
  );
  const [first, last] = [dates.at(0)?.date, dates.at(-1)?.date];
  const { data: days } = useAdminQuery(
    FREE_DAYS,
    first && last && services.length > 0 ? { from: first, to: last, services: services.join(',') } : null,
  );
  /** Tells why a date can't be chosen: it is blocked, closed or full. */
  const against = (date: SalonDate) => {
    const status = days?.find((day) => day.date === date)?.status;
    return status && status !== 'open' && <span className="text-warn"> · {status}</span>;
  };
  if (!error && (!booking || !catalogue)) return null;
  const gone = booking?.services.filter((service) => !isOffered(service)) ?? [];
  const chosen = booking && {
    ...(booking.customer_id !== null && { customerId: booking.customer_id }),
    services,
  };
  return (
    <Dialog
      title="Book again"
      {...(booking && { description: `${customerName(booking)} · ${servicesText(booking)}` })}
      width="narrow"
      onClose={onClose}
    >
      {chosen ? (
        <div className="grid gap-2">
          {gone.length > 0 && (
            <p className="pb-1 text-warn">No longer offered: {servicesText({ services: gone })}.</p>
          )}
          {dates.map(({ weeks, date }) => (
            <AdminButton key={weeks} onClick={() => begin({ ...chosen, date })}>
              In {weeks} weeks · {dayAs(date, 'EEE, MMM d')}
              {against(date)}
            </AdminButton>
          ))}
          <AdminButton onClick={() => begin(chosen)}>On a date...</AdminButton>
        </div>
      ) : (
        error && <FailedState what="The appointment couldn’t be loaded" error={error} onRetry={reload} />
      )}
    </Dialog>
  );
}
