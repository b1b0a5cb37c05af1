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

/** Where an appointment is or would be. */
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
  /** Takes back one that the customer was told of. */
  readonly isTold?: boolean;
}

/** A move that was saved. */
export interface Moved {
  readonly move: Move;
  /** What staff have written to the customer, whether it was queued, and when it leaves. */
  readonly message: string | null;
  readonly notified: boolean;
  readonly departure: TextDeparture | null;
  /** The version that it led to. */
  readonly version: number;
}

/** The toast's title when a move fails. */
export const MOVE_FAILED = 'Failed to reschedule booking';

/** Moves of appointments: each is asked about, saved by its dialog, and can be undone by another. */
export function useMoves() {
  const { send } = useCommand(RESCHEDULE_BOOKING);
  const momentText = useMomentText();
  const [question, setQuestion] = useState<{ move: Move; isSent: boolean } | null>(null);
  const ask = useCallback((move: Move) => setQuestion({ move, isSent: false }), []);
  const asked = question?.move;

  function tell({ move, message, version, ...told }: Moved) {
    const { from, to } = move;
    toastSuccess('Appointment Rescheduled', savedText(to) + toldText(told, message, momentText), {
      label: 'Undo',
      onClick: () => undo({ ...move, version, from: to, to: from }, told.notified),
    });
  }

  /** Moves it back. A customer who was told of the move has to be told of this one too, so it asks first. */
  async function undo(back: Move, wasTold: boolean) {
    if (wasTold) return ask({ ...back, isTold: true });
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
    /** The one that is being asked about. */
    asked,
    /** The same until it is sent: from then on the command shows the new time, and takes it back if it fails. */
    shown: question?.isSent ? undefined : asked,
    ask,
    onSend: () => setQuestion((now) => now && { ...now, isSent: true }),
    onSaved: tell,
    /** The answer to one move may arrive while the next one is being asked about. */
    close: () => setQuestion((now) => (now?.move === asked ? null : now)),
  };
}

const savedText = ({ date, start }: Target) =>
  `Booking rescheduled to ${formatDate(date)} at ${formatTime(start)}.`;
