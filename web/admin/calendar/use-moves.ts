import { useMemo, useState } from 'react';
import type { Calendar, CalendarBooking } from '../../../src/contracts/bookings/calendar.ts';
import { minutesOf } from '../../../src/salon/time-text.ts';
import { RESCHEDULE_BOOKING } from '../bookings/commands.ts';
import type { Resource } from '../bookings/stylists/resources.ts';
import { usePendingInputs } from '../data/use-command.ts';
import { type Target, withMoved } from './with-moved.ts';

/** An appointment that was dropped somewhere and isn't saved yet. */
export interface Move {
  readonly booking: CalendarBooking;
  readonly from: Target;
  readonly to: Target;
  /** The stylist to whom it is handed over; undefined if its stylist keeps it. */
  readonly stylist?: Pick<Resource, 'id' | 'name'> | undefined;
}

/**
 * Moves appointments: a dialog asks about each move, and saves it.
 *
 * - `pending` is the move that the dialog asks about
 * - `moved` is the calendar with that move, until it is sent, and with all moves that are under way
 * - `isOutsideHours`: it would be outside the hours of its stylist, or of the one who is to take it
 */
export function useMoves(calendar: Calendar | undefined) {
  const [question, setQuestion] = useState<{ move: Move; isSent: boolean } | null>(null);
  const underWay = usePendingInputs(RESCHEDULE_BOOKING);
  const pending = question?.move;
  const unsent = question?.isSent ? undefined : pending;
  const moved = useMemo(() => {
    const shown =
      calendar &&
      underWay.reduce(
        (sofar, { id, date, time, stylist_id }) =>
          withMoved(sofar, id, { date, start: minutesOf(time), stylistId: stylist_id ?? undefined }),
        calendar,
      );
    return shown && unsent ? withMoved(shown, unsent.booking.id, unsent.to) : shown;
  }, [calendar, underWay, unsent]);
  // Also once the move was refused, and the calendar shows it no more.
  const placed =
    calendar &&
    pending &&
    withMoved(calendar, pending.booking.id, pending.to)
      .days.flatMap(({ bookings }) => bookings)
      .find(({ id }) => id === pending.booking.id);
  return {
    pending,
    moved,
    isOutsideHours: placed?.outside_hours === true,
    ask: (move: Move) => setQuestion({ move, isSent: false }),
    onSend: () => setQuestion((now) => now && { ...now, isSent: true }),
    /** The answer to one move may arrive while the next one is being asked about. */
    close: () => setQuestion((now) => (now?.move === pending ? null : now)),
  };
}
