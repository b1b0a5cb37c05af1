import { useAddressQuery } from '../../../ui/use-address-query.ts';

/** The initial values of the dialog for a new booking, all optional. */
interface Begun {
  readonly date?: string;
  readonly time?: string;
  readonly customerId?: string;
  readonly stylistId?: string | undefined;
  /** Ids of services. */
  readonly services?: readonly string[];
}

const PARAMETERS = ['new', 'again', 'walk-in', 'day', 'time', 'services', 'stylist'];

/**
 * The dialogs for a new booking and for a walk-in, and the one that asks when an appointment is booked again, which the shell shows
 * over any screen. The address says which is open: a reload or a new sign-in leads back to it, and the browser's Back closes it. Only
 * their own parameters are changed, and not those of the screen.
 */
export function useNewBooking() {
  const [query, changeQuery] = useAddressQuery();
  return {
    initial: query.has('new')
      ? {
          date: query.get('day') ?? '',
          time: query.get('time') ?? '',
          customerId: query.get('new') || null,
          stylistId: query.get('stylist') ?? '',
          serviceIds: query.get('services')?.split(',') ?? [],
        }
      : null,
    /** The id of the appointment that is to be booked again, as long as it isn't said when. */
    again: query.get('again'),
    /** When a walk-in began, such as `14:05`, or empty for now, and with whom; null as long as none is begun. */
    walkIn: query.has('walk-in')
      ? { time: query.get('walk-in') ?? '', stylistId: query.get('stylist') ?? '' }
      : null,
    beginWalkIn: (time = '', stylistId?: string) =>
      changeQuery((next) => {
        next.set('walk-in', time);
        if (stylistId) next.set('stylist', stylistId);
      }),
    bookAgain: (bookingId: string) => changeQuery((next) => next.set('again', bookingId)),
    begin: ({ date, time, customerId = '', stylistId, services = [] }: Begun = {}) => {
      changeQuery((next) => {
        next.delete('again');
        next.set('new', customerId);
        if (services.length > 0) next.set('services', services.join(','));
        if (date) next.set('day', date);
        if (time) next.set('time', time);
        if (stylistId) next.set('stylist', stylistId);
      });
    },
    end: () =>
      changeQuery(
        (next) => {
          for (const name of PARAMETERS) next.delete(name);
        },
        { replace: true },
      ),
  };
}
