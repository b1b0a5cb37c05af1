import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { formatTime, type Minutes } from '../../../../src/salon/time-text.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { takenAt } from '../new/taken-at.ts';
import { CALENDAR } from '../queries.ts';

/** The time for which the stylist of an appointment is free after it: `Bea is free until 2:30 PM, then Hannah Ruiz.` Undefined where the salon is no team. */
export function useRoomText(
  { id, stylist }: Pick<AdminBooking, 'id' | 'stylist'>,
  date: string,
  end: Minutes,
): string | undefined {
  const { data: calendar } = useAdminQuery(CALENDAR, stylist ? { from: date, to: date } : null);
  const [day] = calendar?.days ?? [];
  if (!stylist || !day) return undefined;
  const others = { ...day, bookings: day.bookings.filter((one) => one.id !== id) };
  const { next } = takenAt(others, end - 1, stylist.id);
  return next
    ? `${stylistName(stylist)} is free until ${formatTime(next.start)}, then ${next.words}.`
    : `${stylistName(stylist)} has nothing after it on this day.`;
}
