import { useId, useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { ChangedBooking } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { dollars } from '../../../../src/salon/money.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SaveButtons } from '../../ui/dialog/save-buttons.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { amountText } from '../../ui/number-text.ts';
import { customerName, whenText } from '../booking-text.ts';
import { COMPLETE_BOOKING } from '../commands.ts';
import { paidCents } from './paid-cents.ts';
import { useBookingChange } from './use-booking-change.tsx';

const isAmount = (text: string): boolean => /^\$\d+(\.\d\d)?$/.test(text);

/**
 * The amount that the field begins with: the total, or the sum of the services' prices. It is empty if a price is open or only a
 * minimum, such as `$350+`: otherwise one press would record a guess as revenue.
 */
function amountOf({ total_amount, catalogue_amount, services }: AdminBooking): string {
  if (isAmount(total_amount)) return total_amount.slice(1);
  return services.every(({ price }) => isAmount(price)) ? (catalogue_amount?.slice(1) ?? '') : '';
}

/** Completes an appointment, with the amount paid if it is known. For a completed one, corrects the amount. */
export function CompleteDialog({
  booking,
  onClose,
  onAgain,
}: {
  booking: AdminBooking;
  onClose: () => void;
  /** Opens the dialog again, with the appointment as this change has left it. */
  onAgain: (completed: AdminBooking) => void;
}) {
  const formId = useId();
  const today = useSalonToday();
  const [typed, setTyped] = useState(() => amountOf(booking));
  const [error, setError] = useState<string>();
  const { catalogue_amount } = booking;
  const isDone = booking.status === 'completed';
  const action = isDone ? 'Change Amount' : 'Complete Appointment';
  const { undoButton } = useEventUndo();
  /** For a while, the toast undoes it or leads back here, so that staff can correct a mistake. */
  function tell({ status, version, position }: ChangedBooking) {
    const undo = undoButton('booking', booking.id, { position });
    const cents = paidCents(typed) ?? null;
    const total_amount = cents === null ? booking.total_amount : dollars(cents);
    // The same amount is no change, so the last one would be undone.
    const isSame = total_amount === booking.total_amount;
    if (isDone)
      return toastSuccess('Amount changed', `It is ${amountText(total_amount)}.`, isSame ? undefined : undo);
    const again = { ...booking, status, version, total_amount };
    return toastSuccess(`Booking ${status} successfully`, undefined, undo, {
      label: 'Change Amount',
      onClick: () => onAgain(again),
    });
  }
  const { submit, busy, conflict } = useBookingChange({
    command: COMPLETE_BOOKING,
    booking,
    failed: 'Failed to update booking status',
    onClose,
    onDone: tell,
  });
  return (
    <Dialog
      title={action}
      description={`${customerName(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      onClose={onClose}
      footer={
        <SaveButtons
          form={formId}
          busy={busy}
          cancel={isDone ? `Keep ${amountText(booking.total_amount)}` : 'Not yet'}
          onCancel={onClose}
        >
          {action}
        </SaveButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const cents = paidCents(typed);
          if (cents === undefined || (isDone && cents === null))
            return showErrors(event.currentTarget, () =>
              setError('Please enter an amount from 0 to 100,000, such as 65.00.'),
            );
          if (!busy) submit({ id: booking.id, cents });
        }}
      >
        {conflict}
        <AdminField
          label="Amount paid ($)"
          required={isDone}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={typed}
          error={error}
          hint={`${catalogue_amount === null ? '' : `Catalogue: ${amountText(catalogue_amount)}. `}${
            isDone || typed !== ''
              ? 'What was paid becomes the total.'
              : `Without an amount the total stays: ${amountText(booking.total_amount)}.`
          }`}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
