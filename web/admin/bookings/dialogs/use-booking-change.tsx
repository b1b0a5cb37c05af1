import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { Change } from '../../../../src/contracts/problem.ts';
import { STAFF_TIME_PROBLEMS } from '../../../../src/contracts/time-problems.ts';
import { ApiError } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import type { Command, CommandAnswer } from '../../data/command.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { ConflictNotice, differencesOf } from '../../ui/conflict-notice.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { bookingFields, type Compared } from '../booking-text.ts';
import { BOOKING } from '../queries.ts';

/** Whether the server has refused a move because of its time. */
const isTimeRefused = (error: unknown): boolean =>
  error instanceof ApiError && (STAFF_TIME_PROBLEMS as readonly string[]).includes(error.code);

/**
 * Changes an appointment from a dialog. If somebody else changed it first, the dialog says who, and what is different now. What was
 * entered stays, and can be sent again.
 *
 * - `submit` closes the dialog once the change is made. Other failures are shown in a toast; so are conflicts, if the dialog was
 *   closed in the meantime
 * - `conflict` is the notice about a conflict, if there is one; `theirs` is then the current appointment
 * - `refused` is the last input that the server refused because of its time
 */
export function useBookingChange<Input, Answer extends CommandAnswer>({
  command,
  booking,
  failed,
  onDone,
  onClose,
}: {
  command: Command<Input, Answer>;
  /** As it was when the dialog was opened. */
  booking: Compared & Pick<AdminBooking, 'id' | 'version'>;
  /** The toast's title if it fails. */
  failed: string;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}): {
  submit: (input: Input) => Promise<void>;
  busy: boolean;
  conflict: ReactNode;
  theirs: AdminBooking | undefined;
  refused: Input | undefined;
} {
  const { send, busy } = useCommand(command);
  const { data: current } = useAdminQuery(BOOKING, booking.id);
  const today = useSalonToday();
  const [stale, setStale] = useState<{ changes: readonly Change[]; version: number | undefined } | null>(
    null,
  );
  const theirs = stale ? current : undefined;
  const [refused, setRefused] = useState<Input>();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function submit(input: Input) {
    try {
      // The person has seen the conflict, so the change may now replace that version.
      const answer = await send(input, stale?.version ?? booking.version);
      onClose();
      onDone(answer);
    } catch (error) {
      if (isOpen.current && error instanceof ApiError && error.code === 'stale') {
        return setStale({ changes: error.changes, version: error.version });
      }
      if (isTimeRefused(error)) setRefused(() => input);
      toastFailure(error, failed);
    }
  }

  const conflict = stale && (
    <ConflictNotice
      changes={stale.changes}
      differences={theirs ? differencesOf(bookingFields(today), booking, theirs) : []}
      onTakeTheirs={onClose}
    />
  );
  return { submit, busy, conflict, theirs, refused };
}
