import { useState } from 'react';
import type { CalendarBooking } from '../../../../src/contracts/calendar.ts';
import { formatDate } from '../../../../src/salon/date-text.ts';
import { formatTime } from '../../../../src/salon/time-text.ts';
import { toldText } from '../../../admin/bookings/words.ts';
import { useCommand } from '../../../admin/server/use-command.ts';
import { toastError, toastSuccess } from '../../../ui/toast.tsx';
import type { Target } from './plan/changed.ts';
import { moveAppointment } from './server/commands.ts';
import { reasonOf } from './server/failure.ts';

/** An appointment that was dropped somewhere and isn't saved yet. */
export interface Move {
  readonly booking: CalendarBooking;
  /** The version that was seen. */
  readonly version: number;
  readonly from: Target;
  readonly to: Target;
  readonly isOutsideHours: boolean;
  /** Takes back one that the customer was told of. */
  readonly isTold?: boolean;
}

/** Moves of appointments: each is asked about, saved, and can be undone by another. */
export function useMoves() {
  const { send } = useCommand(moveAppointment);
  /** The one that is being asked about. */
  const [asked, setAsked] = useState<Move | null>(null);

  async function save(move: Move, message: string | null) {
    setAsked(null);
    try {
      const { version, notified } = await send({ id: move.booking.id, to: move.to, message }, move.version);
      toastSuccess('Appointment Rescheduled', savedText(move.to) + toldText(notified, message), {
        label: 'Undo',
        onClick: () => undo({ ...move, version, from: move.to, to: move.from }, notified),
      });
    } catch (error) {
      toastError('Failed to reschedule booking', reasonOf(error));
    }
  }

  /** By another move. Whoever was told of the first is to be told of it too, so it asks. */
  function undo(back: Move, wasTold: boolean) {
    if (wasTold) setAsked({ ...back, isTold: true });
    else save(back, null);
  }

  return {
    asked,
    ask: setAsked,
    save: (message: string | null) => asked && save(asked, message),
    cancel: () => setAsked(null),
  };
}

const savedText = ({ date, start }: Target) =>
  `Booking rescheduled to ${formatDate(date)} at ${formatTime(start)}.`;
