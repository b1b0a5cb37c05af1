import { useCallback } from 'react';
import { useAddressQuery } from '../../../ui/use-address-query.ts';

/**
 * The dialog that books the services of an appointment again, which the shell shows over any screen, also from a toast. The address
 * says that it is open, as for a new booking.
 */
export function useBookAgain() {
  const [query, changeQuery] = useAddressQuery();
  return {
    /** The id of the appointment that is booked again; null if the dialog isn't open. */
    bookingId: query.get('again'),
    ask: useCallback(
      (bookingId: string) => changeQuery((next) => next.set('again', bookingId)),
      [changeQuery],
    ),
    end: () => changeQuery((next) => next.delete('again'), { replace: true }),
  };
}
