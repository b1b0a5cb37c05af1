import { useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { CancellationReason } from '../../../../src/contracts/bookings/bookings.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { customerName, REASON_WORDS, whenText } from '../booking-text.ts';
import { CANCEL_BOOKING } from '../commands.ts';
import { DISCARD, useTelling } from './tell-customer.tsx';
import { useBookingChange } from './use-booking-change.tsx';
import { useUndo } from './use-undo.ts';

const REASONS = Object.entries(REASON_WORDS) as [CancellationReason, string][];

/** Asks for the reason, and cancels. The toast can undo it for a while. */
export function CancelDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const today = useSalonToday();
  const [reason, setReason] = useState<CancellationReason | null>(null);
  const { told, isTouched, block } = useTelling(
    booking,
    { id: booking.id, kind: 'cancelled' },
    `cancel ${booking.id}`,
  );
  const { leave, question } = useDiscardQuestion({ title: DISCARD, isTouched, onClose });
  const toastWithUndo = useUndo();
  const { submit, busy, conflict } = useBookingChange({
    command: CANCEL_BOOKING,
    booking,
    failed: 'Failed to cancel booking',
    onClose,
    onDone: (answer) =>
      toastWithUndo(
        booking,
        'Appointment Cancelled',
        `Booking cancelled due to: ${reason ? REASON_WORDS[reason] : ''}.`,
        answer,
        told,
      ),
  });
  return (
    <Dialog
      title="Cancel Appointment"
      description={`${customerName(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      onClose={leave}
      footer={
        <>
          <AdminButton onClick={leave}>Keep Appointment</AdminButton>
          <AdminButton
            look="danger"
            busy={busy}
            disabled={reason === null}
            onClick={() => reason && submit({ id: booking.id, reason, ...told })}
          >
            {busy ? 'Cancelling...' : 'Cancel Appointment'}
          </AdminButton>
        </>
      }
    >
      <div className="space-y-4">
        {conflict}
        <p>Are you sure you want to cancel this appointment?</p>
        <fieldset>
          <legend className="pb-1 font-medium">Reason for the cancellation</legend>
          {REASONS.map(([value, words]) => (
            <label key={value} className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
              <input
                type="radio"
                name="reason"
                checked={reason === value}
                onChange={() => setReason(value)}
                className="size-4.5 accent-action"
              />
              {words}
            </label>
          ))}
        </fieldset>
        {block}
      </div>
      {question}
    </Dialog>
  );
}
