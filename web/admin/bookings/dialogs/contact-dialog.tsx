import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { CorrectContact, correctContact } from '../../../../src/contracts/bookings/admin-bookings.ts';
import type { CustomerSummary } from '../../../../src/contracts/customers/customers.ts';
import { call } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { useCommand } from '../../data/use-command.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { customerName, isUnnamed, whenText } from '../booking-text.ts';
import { CustomerPicker } from '../new/customer-picker.tsx';
import { useBookingChange } from '../use-booking-change.tsx';
import { LINK_BOOKING } from './customer-dialog.tsx';

interface Correction extends CorrectContact {
  readonly id: string;
}

/** Corrects where messages about an appointment go. Not in `commands.ts`, which every screen loads. */
const CORRECT_CONTACT = defineCommand({
  name: 'correct-contact',
  thing: ({ id }: Correction) => topicOf('booking', id),
  send: ({ id, ...body }, options) => call(correctContact, { ...options, params: { id }, body }),
});

/** Corrects the phone and the e-mail of an appointment, for example after a text that could not be delivered. Of a walk-in it says who it is. */
export function ContactDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const today = useSalonToday();
  const { walk_in } = booking;
  const initial = {
    customer_name: isUnnamed(booking) ? '' : (booking.customer_name ?? ''),
    picked: null as CustomerSummary | null,
    customer_phone: booking.customer_phone ?? '',
    customer_email: booking.customer_email ?? '',
  };
  const link = useCommand(LINK_BOOKING);
  const form = useAdminForm({ values: initial, schema: CorrectContact, toRequest: requestOf, send: save });
  const { typed } = form;
  const { submit, conflict } = useBookingChange({
    command: CORRECT_CONTACT,
    booking,
    failed: 'Failed to correct the contact',
    onDone: () =>
      walk_in
        ? toastSuccess('Walk-in named', form.typed.customer_name.trim())
        : toastSuccess('Contact corrected', [
            customerName(booking),
            'Messages about this appointment go there from now on.',
          ]),
    onClose,
  });

  function requestOf({ customer_name, customer_phone, customer_email }: typeof initial): CorrectContact {
    const contact = { customer_phone, customer_email };
    return walk_in ? { ...contact, customer_phone: customer_phone || null, customer_name } : contact;
  }

  async function save(_: unknown, typed: typeof initial): Promise<void> {
    if (!form.isDirty) return onClose();
    if (typed.picked) await link.send({ id: booking.id, customerId: typed.picked.id });
    await submit({ id: booking.id, ...requestOf(typed) });
  }

  return (
    <FormDialog
      title={walk_in ? 'Who is it?' : 'Correct phone or email'}
      description={`${customerName(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      save={walk_in ? 'Save' : 'Correct'}
      // Leaves room for the list of matches, which overlays what is below the field.
      formClass={walk_in ? 'min-h-72 space-y-4' : 'space-y-4'}
      form={form}
      discard="Discard this correction?"
      onClose={onClose}
    >
      {conflict}
      {walk_in && (
        <CustomerPicker
          name={typed.customer_name}
          isPicked={typed.picked !== null}
          error={form.errorOf('customer_name')}
          onType={(customer_name) => form.change({ customer_name, picked: null })}
          onPick={(picked) =>
            form.change({
              picked,
              customer_name: picked.name,
              customer_phone: picked.phone ?? '',
              customer_email: picked.email ?? '',
            })
          }
        />
      )}
      <PhoneField
        required={!walk_in}
        value={typed.customer_phone}
        error={form.errorOf('customer_phone')}
        onType={(customer_phone) => form.change({ customer_phone })}
      />
      <AdminField label="Email" type="email" autoComplete="off" {...form.field('customer_email')} />
      <p className="text-stone">
        {walk_in
          ? 'A new customer gets a profile with this name. Nobody is told.'
          : 'For this appointment only: later messages about it go there. The customer’s profile stays as it is, and a link that was sent before still opens the appointment.'}
      </p>
    </FormDialog>
  );
}
