import { useState } from 'react';
import type { CalendarBooking } from '../../../src/contracts/bookings/calendar.ts';
import type { Target } from '../bookings/calendar-patches.ts';

/** An appointment that was dropped somewhere and isn't saved yet. */
export interface Move {
  readonly booking: CalendarBooking;
  readonly from: Target;
  readonly to: Target & { readonly isOutsideHours: boolean };
}

/** Moves appointments: a dialog asks about each move, and saves it. */
export function useMoves() {
  const [question, setQuestion] = useState<{ move: Move; isSent: boolean } | null>(null);
  const pending = question?.move;
  return {
    /** The move that the dialog asks about. */
    pending,
    /** The same until it is sent. From then on, the command's patch shows the new time, and is removed if it fails. */
    shown: question?.isSent ? undefined : pending,
    ask: (move: Move) => setQuestion({ move, isSent: false }),
    onSend: () => setQuestion((now) => now && { ...now, isSent: true }),
    /** The answer to one move may arrive while the next one is being asked about. */
    close: () => setQuestion((now) => (now?.move === pending ? null : now)),
  };
}
