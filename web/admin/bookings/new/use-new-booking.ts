import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { dropTyped, keepTyped } from '../../ui/shortcuts/typed-ahead.ts';

/** The initial values of the dialog for a new booking, all optional. */
interface Begun {
  readonly date?: string;
  readonly time?: string;
  readonly customerId?: string;
}

/**
 * The dialog for a new booking, which the shell shows over any screen. The address says that it is open: a reload or a new sign-in
 * leads back to it, and the browser's Back closes it. Only its own parameters are changed, and not those of the screen.
 */
export function useNewBooking() {
  const [query, changeQuery] = useAddressQuery();
  return {
    initial: query.has('new')
      ? { date: query.get('day') ?? '', time: query.get('time') ?? '', customerId: query.get('new') || null }
      : null,
    begin: ({ date, time, customerId = '' }: Begun = {}) => {
      if (customerId === '') keepTyped();
      changeQuery((next) => {
        next.set('new', customerId);
        if (date) next.set('day', date);
        if (time) next.set('time', time);
      });
    },
    end: () => {
      dropTyped();
      changeQuery(
        (next) => {
          for (const name of ['new', 'day', 'time']) next.delete(name);
        },
        { replace: true },
      );
    },
  };
}
