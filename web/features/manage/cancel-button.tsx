import { AlertDialog } from 'radix-ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cancelBooking, type ManagedBooking } from '../../../src/contracts/bookings/manage.ts';
import { formatLongDate } from '../../../src/salon/date-text.ts';
import { ApiError, call } from '../../api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';
import type { PrivateLink } from './private-link.ts';
import { reasonOf, useMutation } from './use-mutation.ts';

/** Cancels the appointment after a confirmation. */
export function CancelButton({
  link: { token, bookingId: booking_id },
  booking: { appointment_date, appointment_time },
  onRefused,
}: {
  link: PrivateLink;
  booking: ManagedBooking;
  onRefused: () => void;
}) {
  const [open, setOpen] = useState(false);
  const { run, busy } = useMutation();
  const navigate = useNavigate();

  async function cancel() {
    try {
      const cancelled = await run('cancel', (idempotencyKey) =>
        call(cancelBooking, { token, query: { booking_id }, idempotencyKey }),
      );
      if (!cancelled) return;
      setOpen(false);
      toastSuccess('Appointment cancelled successfully');
      await navigate('/');
    } catch (error) {
      setOpen(false);
      toastError('Error', `Failed to cancel appointment: ${reasonOf(error)}`);
      if (error instanceof ApiError) onRefused();
    }
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={setOpen}>
      <AlertDialog.Trigger className={buttonClass('outline')}>Cancel Appointment</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-ink/50" />
        <AlertDialog.Content className="fixed top-1/2 left-1/2 z-50 w-[calc(100%-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 space-y-4 rounded-md bg-white p-6 shadow-md sm:p-8">
          <AlertDialog.Title className="text-xl">Cancel Appointment</AlertDialog.Title>
          <AlertDialog.Description className="text-stone">
            Are you sure you want to cancel this appointment?
          </AlertDialog.Description>
          <p className="font-medium tabular-nums">
            {formatLongDate(appointment_date)} at {appointment_time}
          </p>
          <div className="flex flex-col gap-3 pt-2 sm:flex-row-reverse">
            <button type="button" onClick={cancel} aria-disabled={busy} className={buttonClass('danger')}>
              {busy ? 'Cancelling...' : 'Yes, cancel it'}
            </button>
            <AlertDialog.Cancel className={buttonClass('outline')}>Keep Appointment</AlertDialog.Cancel>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
