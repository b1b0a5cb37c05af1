import { useEffect, useRef, useState } from 'react';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import type { InTheWay } from '../../../src/contracts/bookings/in-the-way.ts';
import { STAFF_TIME_PROBLEMS } from '../../../src/contracts/time-problems.ts';
import { ApiError } from '../../api.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import type { Command, CommandAnswer } from '../data/command.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import { bookingFields, type Compared } from './booking-text.ts';
import { BOOKING } from './queries.ts';

/** An appointment, as far as a dialog that changes it has to know it. */
export type OpenedBooking = Compared & Pick<AdminBooking, 'id' | 'version'>;

/** Whether the server has refused a move because of its time. */
const isTimeRefused = (error: unknown): boolean =>
  error instanceof ApiError && (STAFF_TIME_PROBLEMS as readonly string[]).includes(error.code);

/**
 * Changes an appointment from a dialog. If somebody else changed it first, the dialog says who, and what is different now. What was
 * entered stays, and can be sent again.
 *
 * - `submit` closes the dialog once the change is made. Other failures are shown in a toast; so are conflicts, if the dialog was
 *   closed in the meantime
 * - `busy` is true from `submit` on, until the command fails or the dialog is gone: a second click may come after the answer
 * - `conflict` is the callout about a conflict, if there is one
 * - `version` is what the change replaces
 * - `seen` is the appointment as it was opened, or as it is now once the person has seen a conflict
 * - `refused` is the last input that the server refused because of its time
 * - `inTheWay` is what a longer appointment would run into, which the dialog shows
 */
export function useBookingChange<Input, Answer extends CommandAnswer>({
  command,
  booking,
  failed,
  onDone,
  onClose,
}: {
  command: Command<Input, Answer>;
  /** The state when the dialog was opened. */
  booking: OpenedBooking;
  /** The toast's title if it fails. */
  failed: string;
  onDone: (answer: Answer, input: Input) => void;
  onClose: () => void;
}) {
  const { send } = useCommand(command);
  const { data: current } = useAdminQuery(BOOKING, booking.id);
  const today = useSalonToday();
  const { version, theirs, isConflict, callout } = useConflict<OpenedBooking, OpenedBooking>({
    opened: booking,
    current,
    fields: bookingFields(today),
    onTakeTheirs: onClose,
  });
  const [refused, setRefused] = useState<Input>();
  const [inTheWay, setInTheWay] = useState<InTheWay>();
  const [busy, setBusy] = useState(false);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function submit(input: Input) {
    setBusy(true);
    setInTheWay(undefined);
    try {
      const answer = await send(input, version);
      onClose();
      onDone(answer, input);
    } catch (error) {
      setBusy(false);
      if (isOpen.current && isConflict(error)) return;
      const obstacle = error instanceof ApiError ? error.inTheWay : undefined;
      if (isOpen.current && obstacle) return setInTheWay(obstacle);
      if (isTimeRefused(error)) setRefused(() => input);
      toastFailure(error, failed);
    }
  }

  return { submit, busy, conflict: callout, version, seen: theirs ?? booking, refused, inTheWay };
}
