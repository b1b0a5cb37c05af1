import { type FormEvent, useId, useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { CustomerSummary } from '../../../../src/contracts/customers/customers.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { useCommand } from '../../server/use-command.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showErrors } from '../../ui/show-errors.ts';
import { tellFailure } from '../../ui/tell-failure.ts';
import { CustomerPicker } from '../new/customer-picker.tsx';
import { nameOf, whenText } from '../words.ts';
import { LINK_BOOKING } from './link-booking.ts';

/** Gives an appointment to another customer, where it was taken for somebody else's. */
export function CustomerDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const formId = useId();
  const today = useSalonToday();
  const [name, setName] = useState('');
  const [picked, setPicked] = useState<CustomerSummary | null>(null);
  const [error, setError] = useState<string>();
  const { send, busy } = useCommand(LINK_BOOKING);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    if (!picked) return showErrors(event.currentTarget, () => setError('Please select a customer'));
    try {
      await send({ id: booking.id, customerId: picked.id });
      toastSuccess('Customer changed', `The appointment is in the history of ${picked.name} now.`);
      onClose();
    } catch (failure) {
      tellFailure(failure);
    }
  }

  return (
    <Dialog
      title="Change Customer"
      description={`${nameOf(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton look="primary" type="submit" form={formId} busy={busy}>
            {busy ? 'Saving...' : 'Change Customer'}
          </AdminButton>
        </>
      }
    >
      {/* The list of matches lies over what is below the field. */}
      <form id={formId} noValidate onSubmit={save} className="min-h-72 space-y-3">
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
      </form>
    </Dialog>
  );
}
