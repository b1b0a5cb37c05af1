import { useCallback, useState } from 'react';
import type { CalendarBooking } from '../../../src/contracts/bookings/calendar.ts';
import type { TextDeparture } from '../../../src/contracts/messages/messages.ts';
import { formatDate } from '../../../src/salon/date-text.ts';
import { formatTime } from '../../../src/salon/time-text.ts';
import type { Target } from '../bookings/calendar-patches.ts';
import type { Told } from '../bookings/dialogs/tell-customer.tsx';
import { useUndo } from '../bookings/dialogs/use-undo.ts';

/** An appointment that was dropped somewhere and isn't saved yet. */
export interface Move {
  readonly booking: CalendarBooking;
  /** The version that was seen. */
  readonly version: number;
  readonly from: Target;
  readonly to: Target & { readonly isOutsideHours: boolean };
}

/** A move that was saved. */
export interface Moved {
  readonly move: Move;
  /** What the customer is told, whether a text was queued, and when it is sent. */
  readonly told: Told;
  readonly notified: boolean;
  readonly departure: TextDeparture | null;
  readonly position: string;
}

/** The toast's title when a move fails. */
export const MOVE_FAILED = 'Failed to reschedule booking';

/** Moves appointments. A dialog asks about each move and saves it; the toast can undo it. */
export function useMoves() {
  const toastWithUndo = useUndo();
  const [question, setQuestion] = useState<{ move: Move; isSent: boolean } | null>(null);
  const ask = useCallback((move: Move) => setQuestion({ move, isSent: false }), []);
  const pending = question?.move;

  const tell = ({ move: { booking, from, to }, told, ...answer }: Moved) =>
    toastWithUndo(booking, 'Appointment Rescheduled', savedText(to), answer, told, {
      appointment_date: from.date,
      appointment_time: formatTime(from.start),
    });

  return {
    /** The move that the dialog asks about. */
    pending,
    /** The same until it is sent. From then on, the command's patch shows the new time, and is removed if it fails. */
    shown: question?.isSent ? undefined : pending,
    ask,
    onSend: () => setQuestion((now) => now && { ...now, isSent: true }),
    onSaved: tell,
    /** The answer to one move may arrive while the next one is being asked about. */
    close: () => setQuestion((now) => (now?.move === pending ? null : now)),
  };
}

const savedText = ({ date, start }: Target) =>
  `Booking rescheduled to ${formatDate(date)} at ${formatTime(start)}.`;
