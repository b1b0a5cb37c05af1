import type { Calendar } from '../../../../src/contracts/bookings/calendar.ts';

/** An appointment among the shown days, and its day; undefined if it isn't there. */
export function findBooking({ days }: Calendar, id: string) {
  for (const { date, bookings } of days) {
    const booking = bookings.find((one) => one.id === id);
    if (booking) return { booking, date };
  }
  return undefined;
}
