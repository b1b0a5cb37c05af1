import { useState } from 'react';
import type { AdminBooking } from '../../../../../src/contracts/admin-booking.ts';
import type { CancellationReason } from '../../../../../src/contracts/bookings.ts';
import { CANCEL_BOOKING } from '../../../../admin/bookings/commands.ts';
import { nameOf, REASON_WORDS, whenText } from '../../../../admin/bookings/words.ts';
import { AdminButton } from '../../../../admin/ui/button.tsx';
import { Dialog } from '../../../../admin/ui/dialog.tsx';
import { useSalonToday } from '../../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../../ui/toast.tsx';
import { useBookingChange } from './use-booking-change.tsx';

const REASONS = Object.entries(REASON_WORDS) as [CancellationReason, string][];

/** Asks why, and cancels. */
export function CancelDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const today = useSalonToday();
  const [reason, setReason] = useState<CancellationReason | null>(null);
  const { submit, busy, conflict } = useBookingChange({
    command: CANCEL_BOOKING,
    booking,
    failed: 'Failed to cancel booking',
    onClose,
    onDone: ({ notified }) =>
      toastSuccess(
        'Appointment Cancelled',
        `Booking cancelled due to: ${reason ? REASON_WORDS[reason] : ''}.${notified ? ' Customer notified via SMS.' : ''}`,
      ),
  });
  return (
    <Dialog
      title="Cancel Appointment"
      description={`${nameOf(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <AdminButton onClick={onClose}>Keep Appointment</AdminButton>
          <AdminButton
            look="danger"
            busy={busy}
            disabled={reason === null}
            onClick={() => reason && submit({ id: booking.id, reason })}
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
      </div>
    </Dialog>
  );
}
