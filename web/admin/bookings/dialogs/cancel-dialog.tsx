import { useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { CancellationReason } from '../../../../src/contracts/bookings/bookings.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { customerName, REASON_WORDS, whenText } from '../booking-text.ts';
import { CANCEL_BOOKING } from '../commands.ts';
import { useToldChange } from './use-told-change.ts';

const REASONS = Object.entries(REASON_WORDS) as [CancellationReason, string][];

/** Asks for the reason, and cancels. The toast can undo it for a while. */
export function CancelDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const today = useSalonToday();
  const [reason, setReason] = useState<CancellationReason | null>(null);
  const { submit, busy, conflict, told, leave, block, question } = useToldChange({
    command: CANCEL_BOOKING,
    booking,
    proposed: { id: booking.id, kind: 'cancelled' },
    title: 'Appointment Cancelled',
    text: `Booking cancelled due to: ${reason ? REASON_WORDS[reason] : ''}.`,
    failed: 'Failed to cancel booking',
    onClose,
  });
  return (
    <Dialog
      title="Cancel Appointment"
      description={`${customerName(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      isSending={busy}
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
            <Choice key={value} name="reason" checked={reason === value} onChange={() => setReason(value)}>
              {words}
            </Choice>
          ))}
        </fieldset>
        {block}
      </div>
      {question}
    </Dialog>
  );
}
