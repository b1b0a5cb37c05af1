import { z } from 'zod';
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
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { customerName, whenText } from '../booking-text.ts';
import { CustomerPicker } from '../new/customer-picker.tsx';

/** Links an appointment to a customer. Not in `commands.ts`, which every screen loads. */
export const LINK_BOOKING = defineCommand({
  name: 'link-booking',
  thing: ({ id }: { readonly id: string; readonly customerId: string }) => topicOf('booking', id),
  also: ({ customerId }) => [topicOf('customer', customerId)],
  send: ({ id, customerId }, options) =>
    call(linkBooking, { ...options, params: { id }, body: { customer_id: customerId } }),
});

/** Links an appointment to another customer, if it was linked to the wrong one. */
export function CustomerDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const today = useSalonToday();
  const { send } = useCommand(LINK_BOOKING);
  const form = useAdminForm({
    values: { name: '', picked: null as CustomerSummary | null },
    schema: z.object({ customerId: z.string('Please select a customer') }),
    toRequest: ({ picked }) => ({ customerId: picked?.id }),
    fields: { customerId: 'name' },
    async send({ customerId }, { name }) {
      await send({ id: booking.id, customerId });
      toastSuccess('Customer changed', `The appointment is in the history of ${name} now.`);
      onClose();
    },
  });
  const { name, picked } = form.typed;

  return (
    <FormDialog
      title="Change Customer"
      description={`${customerName(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      save="Change Customer"
      form={form}
      // Leaves room for the list of matches, which overlays what is below the field.
      formClass="min-h-72 space-y-3"
      onClose={onClose}
    >
      <CustomerPicker
        name={name}
        isPicked={picked !== null}
        isNewPossible={false}
        error={form.errorOf('name')}
        onType={(typed) => form.change({ picked: null, name: typed })}
        onPick={(customer) => form.change({ picked: customer, name: customer.name })}
      />
      {picked && (
        <p className="text-stone tabular-nums wrap-anywhere">
          {[picked.phone, picked.email].filter((contact) => contact !== null).join(' · ')}
        </p>
      )}
    </FormDialog>
  );
}
