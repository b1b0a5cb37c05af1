import { type FormEvent, useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { CustomerSummary } from '../../../../src/contracts/customers/customers.ts';
import { linkBooking } from '../../../../src/contracts/customers/customers.ts';
import { call } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { useCommand } from '../../data/use-command.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { customerName, whenText } from '../booking-text.ts';
import { CustomerPicker } from '../new/customer-picker.tsx';

/** Links an appointment to a customer. Not in `commands.ts`, which every screen loads. */
const LINK_BOOKING = defineCommand({
  name: 'link-booking',
  thing: ({ id }: { readonly id: string; readonly customerId: string }) => topicOf('booking', id),
  also: ({ customerId }) => [topicOf('customer', customerId)],
  send: ({ id, customerId }, sending) =>
    call(linkBooking, { ...sending, params: { id }, body: { customer_id: customerId } }),
});

/** Links an appointment to another customer, if it was linked to the wrong one. */
export function CustomerDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const today = useSalonToday();
  const [name, setName] = useState('');
  const [picked, setPicked] = useState<CustomerSummary | null>(null);
  const [error, setError] = useState<string>();
  const { send, busy } = useCommand(LINK_BOOKING);

  async function save(event: FormEvent<HTMLFormElement>) {
    if (busy) return;
    if (!picked) return showErrors(event.currentTarget, () => setError('Please select a customer'));
    try {
      await send({ id: booking.id, customerId: picked.id });
      toastSuccess('Customer changed', `The appointment is in the history of ${picked.name} now.`);
      onClose();
    } catch (failure) {
      toastFailure(failure);
    }
  }

  return (
    <FormDialog
      title="Change Customer"
      description={`${customerName(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      save="Change Customer"
      busy={busy}
      // Leaves room for the list of matches, which overlays what is below the field.
      formClass="min-h-72 space-y-3"
      onSave={save}
      onClose={onClose}
    >
      <CustomerPicker
        name={name}
        isPicked={picked !== null}
        isNewPossible={false}
        error={error}
        onType={(typed) => {
          setName(typed);
          setPicked(null);
          setError(undefined);
        }}
        onPick={(customer) => {
          setName(customer.name);
          setPicked(customer);
          setError(undefined);
        }}
      />
      {picked && (
        <p className="text-stone tabular-nums wrap-anywhere">
          {[picked.phone, picked.email].filter((contact) => contact !== null).join(' · ')}
        </p>
      )}
    </FormDialog>
  );
}
