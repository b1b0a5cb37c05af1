import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { recordArrival } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { call } from '../../../api.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { customerName } from '../booking-text.ts';

/** An arrival isn't a decision about the appointment, so it names no version of it. */
const RECORD_ARRIVAL = defineCommand({
  name: 'record-arrival',
  thing: ({ id }: { readonly id: string; readonly here: boolean }) => topicOf('booking', id),
  send: ({ id, here }, options) => call(recordArrival, { ...options, params: { id }, body: { here } }),
});

/** Records that a customer is there, or takes it back if that was recorded. The toast can undo it for a while. */
export function useArrival() {
  const { send } = useCommand(RECORD_ARRIVAL);
  const { undoButton } = useEventUndo();
  return async (booking: AdminBooking) => {
    const { id, arrived_at } = booking;
    const here = arrived_at === null;
    try {
      const answer = await send({ id, here });
      const undo = here ? undoButton('booking', id, answer) : undefined;
      toastSuccess(here ? 'Here' : 'Not here yet', customerName(booking), undo);
    } catch (error) {
      toastFailure(error, 'That could not be saved');
    }
  };
}
