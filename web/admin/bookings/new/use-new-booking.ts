import { useAddressQuery } from '../../../ui/use-address-query.ts';

/** The initial values of the dialog for a new booking; all may be missing. */
interface Begun {
  readonly date?: string;
  readonly time?: string;
  readonly customerId?: string;
}

/**
 * The dialog for a new booking, which the shell shows over any screen. It stands in the screen's address, so that a reload and a
 * sign-in in between lead back to it, and the way back closes it. Names that the screens have for themselves are left alone.
 */
export function useNewBooking() {
  const [query, changeQuery] = useAddressQuery();
  return {
    begun: query.has('new')
      ? { date: query.get('day') ?? '', time: query.get('time') ?? '', customerId: query.get('new') || null }
      : null,
    begin: ({ date, time, customerId = '' }: Begun = {}) =>
      changeQuery((next) => {
        next.set('new', customerId);
        if (date) next.set('day', date);
        if (time) next.set('time', time);
      }),
    end: () =>
      changeQuery(
        (next) => {
          for (const name of ['new', 'day', 'time']) next.delete(name);
        },
        { replace: true },
      ),
  };
}
