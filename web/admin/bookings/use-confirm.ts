import { useState } from 'react';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { commandFailure, toastFailure } from '../ui/toast-failure.ts';
import { customerName } from './booking-text.ts';
import { CONFIRM_BOOKING } from './commands.ts';
import { insteadOfTexts, reachOf } from './messages/reach.ts';
import { SENDING } from './messages/sending.ts';

/** How many requests are sent at the same time. */
const AT_ONCE = 4;

/** Confirms one or many appointments, and reports the outcome in a toast. */
export function useConfirm() {
  const { send } = useCommand(CONFIRM_BOOKING);
  const { undoButton } = useEventUndo();
  const { data: sending } = useAdminQuery(SENDING, 'now');
  const [busy, setBusy] = useState(false);

  async function confirm(booking: AdminBooking) {
    try {
      const answer = await send({ id: booking.id }, booking.version);
      const undo = undoButton('booking', booking.id, answer);
      const name = customerName(booking);
      const instead = insteadOfTexts(reachOf(booking, sending), booking.customer_phone);
      toastSuccess(`Booking ${answer.status} successfully`, instead ? `${name}. ${instead}` : name, undo);
    } catch (error) {
      toastFailure(error, 'Failed to update booking status');
    }
  }

  /** @returns the ids of those that are confirmed */
  async function confirmAll(bookings: readonly AdminBooking[]): Promise<readonly string[]> {
    setBusy(true);
    const waiting = [...bookings];
    const done: AdminBooking[] = [];
    const reasons: string[] = [];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        try {
          await send({ id: next.id }, next.version);
          done.push(next);
        } catch (error) {
          reasons.push(commandFailure(error));
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setBusy(false);
    const [reason] = reasons;
    const [only] = done;
    if (reason !== undefined) {
      toastError(`${reasons.length} of ${bookings.length} could not be confirmed`, reason);
    } else if (only && done.length === 1) toastSuccess('Booking confirmed successfully', customerName(only));
    else toastSuccess(`${done.length} bookings confirmed successfully`);
    return done.map(({ id }) => id);
  }

  return { confirm, confirmAll, busy };
}
