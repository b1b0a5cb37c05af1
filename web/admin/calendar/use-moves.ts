import { useCallback, useState } from 'react';
import type { CalendarBooking } from '../../../src/contracts/bookings/calendar.ts';
import type { TextDeparture } from '../../../src/contracts/messages/messages.ts';
import { formatDate } from '../../../src/salon/date-text.ts';
import { formatTime } from '../../../src/salon/time-text.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { toldText } from '../bookings/booking-text.ts';
import type { Target } from '../bookings/calendar-patches.ts';
import { RESCHEDULE_BOOKING } from '../bookings/commands.ts';
import { useCommand } from '../data/use-command.ts';
import { useMomentText } from '../ui/moment-text.ts';
import { toastFailure } from '../ui/toast-failure.ts';

/** The current or new time of an appointment. */
interface Slot extends Target {
  readonly isOutsideHours: boolean;
}

/** An appointment that was dropped somewhere and isn't saved yet. */
export interface Move {
  readonly booking: CalendarBooking;
  /** The version that was seen. */
  readonly version: number;
  readonly from: Slot;
  readonly to: Slot;
  /** It undoes a move that the customer was notified of. */
  readonly isNotified?: boolean;
}

/** A move that was saved. */
export interface Moved {
  readonly move: Move;
  /** The text to the customer, whether it was queued, and when it is sent. */
  readonly message: string | null;
  readonly notified: boolean;
  readonly departure: TextDeparture | null;
  /** The appointment's version after the move. */
  readonly version: number;
}

/** The toast's title when a move fails. */
export const MOVE_FAILED = 'Failed to reschedule booking';

/** Moves appointments. A dialog asks about each move and saves it; the toast can undo it. */
export function useMoves() {
  const { send } = useCommand(RESCHEDULE_BOOKING);
  const momentText = useMomentText();
  const [question, setQuestion] = useState<{ move: Move; isSent: boolean } | null>(null);
  const ask = useCallback((move: Move) => setQuestion({ move, isSent: false }), []);
  const pending = question?.move;

  function tell({ move, message, version, ...answer }: Moved) {
    const { from, to } = move;
    toastSuccess('Appointment Rescheduled', savedText(to) + toldText(answer, message, momentText), {
      label: 'Undo',
      onClick: () => undo({ ...move, version, from: to, to: from }, answer.notified),
    });
  }

  /** Moves it back. If the customer was notified of the move, the dialog asks first, since they should be notified of this one, too. */
  async function undo(back: Move, wasNotified: boolean) {
    if (wasNotified) return ask({ ...back, isNotified: true });
    try {
      const {
        booking: { id },
        to,
      } = back;
      const answer = await send(
        { id, date: to.date, time: formatTime(to.start), message: null },
        back.version,
      );
      tell({ ...answer, move: back, message: null });
    } catch (error) {
      toastFailure(error, MOVE_FAILED);
    }
  }

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
