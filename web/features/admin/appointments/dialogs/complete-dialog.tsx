import { useId, useState } from 'react';
import type { AdminBooking } from '../../../../../src/contracts/admin-booking.ts';
import { COMPLETE_BOOKING } from '../../../../admin/bookings/commands.ts';
import { nameOf, whenText } from '../../../../admin/bookings/words.ts';
import { AdminButton } from '../../../../admin/ui/button.tsx';
import { Dialog } from '../../../../admin/ui/dialog.tsx';
import { AdminField } from '../../../../admin/ui/field.tsx';
import { useSalonToday } from '../../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../../ui/toast.tsx';
import { paidCents } from './paid-cents.ts';
import { useBookingChange } from './use-booking-change.tsx';

/** Records that an appointment has taken place, and what was paid if that is known. */
export function CompleteDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const formId = useId();
  const today = useSalonToday();
  const [typed, setTyped] = useState(/^\$\d/.test(booking.total_amount) ? booking.total_amount.slice(1) : '');
  const [error, setError] = useState<string>();
  const { submit, busy, conflict } = useBookingChange({
    command: COMPLETE_BOOKING,
    booking,
    failed: 'Failed to update booking status',
    onClose,
    onDone: ({ status }) => toastSuccess(`Booking ${status} successfully`),
  });
  return (
    <Dialog
      title="Complete Appointment"
      description={`${nameOf(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <AdminButton onClick={onClose}>Not yet</AdminButton>
          <AdminButton look="primary" type="submit" form={formId} busy={busy}>
            {busy ? 'Saving...' : 'Complete Appointment'}
          </AdminButton>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const cents = paidCents(typed);
          if (cents === undefined)
            return setError('Please enter an amount from 0 to 100,000, such as 65.00.');
          if (!busy) submit({ id: booking.id, cents });
        }}
      >
        {conflict}
        <AdminField
          label="Amount paid ($)"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={typed}
          error={error}
          hint={`It becomes the total. Without an amount the total stays: ${booking.total_amount}.`}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
