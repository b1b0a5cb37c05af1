import type { Calendar } from '../../../src/contracts/bookings/calendar.ts';
import { useAddressQuery } from '../../ui/use-address-query.ts';

/**
 * The appointment that is open over the calendar, which the address names.
 *
 * - `open` opens another one; null for none
 * - `openedIn` is the open one and its day; undefined if it isn't among the shown days
 */
export function useOpened() {
  const [query, changeQuery] = useAddressQuery();
  const opened = query.get('appointment');
  return {
    open: (id: string | null) =>
      changeQuery((next) => {
        if (id === null) next.delete('appointment');
        else next.set('appointment', id);
      }),
    openedIn: (calendar: Calendar | undefined) =>
      calendar?.days
        .flatMap(({ date, bookings }) => bookings.map((booking) => ({ booking, date })))
        .find(({ booking }) => booking.id === opened),
  };
}
