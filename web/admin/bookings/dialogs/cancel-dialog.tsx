import { useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { CancellationReason } from '../../../../src/contracts/bookings/bookings.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { useDraft } from '../../ui/drafts/use-draft.ts';
import { customerName, REASON_WORDS, whenText } from '../booking-text.ts';
import { CANCEL_BOOKING } from '../commands.ts';
import { DISCARD, MessageField } from './message-field.tsx';
import { useBookingChange } from './use-booking-change.tsx';
import { useUndo } from './use-undo.ts';

const REASONS = Object.entries(REASON_WORDS) as [CancellationReason, string][];

/** Asks for the reason, and cancels. The toast can undo it for a while. */
export function CancelDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const today = useSalonToday();
  const [reason, setReason] = useState<CancellationReason | null>(null);
  const [typed, setTyped] = useDraft(`cancel ${booking.id}`, '');
  const message = typed.trim() || null;
  const { leave, question } = useDiscardQuestion({ title: DISCARD, isTouched: message !== null, onClose });
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
        message,
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
            onClick={() => reason && submit({ id: booking.id, reason, message })}
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
        <MessageField booking={booking} value={typed} onChange={setTyped} />
      </div>
      {question}
    </Dialog>
  );
}
