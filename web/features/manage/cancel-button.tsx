import { useNavigate } from 'react-router-dom';
import { cancelBooking, type ManagedBooking } from '../../../src/contracts/bookings/manage.ts';
import { formatLongDate } from '../../../src/salon/date-text.ts';
import { ApiError, call } from '../../api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
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
  const { run } = useMutation();
  const navigate = useNavigate();

  async function cancel() {
    try {
      const cancelled = await run('cancel', (idempotencyKey) =>
        call(cancelBooking, { token, query: { booking_id }, idempotencyKey }),
      );
      if (!cancelled) return;
      toastSuccess('Appointment cancelled successfully');
      await navigate('/');
    } catch (error) {
      toastError('Error', `Failed to cancel appointment: ${reasonOf(error)}`);
      if (error instanceof ApiError) onRefused();
    }
  }

  return (
    <ConfirmButton
      className={buttonClass('outline')}
      label="Cancel Appointment"
      title="Cancel Appointment"
      question="Are you sure you want to cancel this appointment?"
      confirm="Yes, cancel it"
      confirming="Cancelling..."
      keep="Keep Appointment"
      onConfirm={cancel}
    >
      <p className="font-medium tabular-nums">
        {formatLongDate(appointment_date)} at {appointment_time}
      </p>
    </ConfirmButton>
  );
}
