import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { CorrectContact, correctContact } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { call } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { customerName, whenText } from '../booking-text.ts';
import { useBookingChange } from './use-booking-change.tsx';

interface Correction {
  readonly id: string;
  readonly customer_email: string;
  readonly customer_phone: string;
}

/** Corrects where messages about an appointment go. Not in `commands.ts`, which every screen loads. */
const CORRECT_CONTACT = defineCommand({
  name: 'correct-contact',
  thing: ({ id }: Correction) => topicOf('booking', id),
  send: ({ id, ...body }, options) => call(correctContact, { ...options, params: { id }, body }),
});

/** Corrects the phone and the e-mail of an appointment, for example after a text that could not be delivered. */
export function ContactDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const today = useSalonToday();
  const initial = {
    customer_phone: booking.customer_phone ?? '',
    customer_email: booking.customer_email ?? '',
  };
  const form = useAdminForm({ values: initial, schema: CorrectContact, send: save });
  const { typed } = form;
  const { submit, conflict } = useBookingChange({
    command: CORRECT_CONTACT,
    booking,
    failed: 'Failed to correct the contact',
    onDone: () =>
      toastSuccess('Contact corrected', [
        customerName(booking),
        'Messages about this appointment go there from now on.',
      ]),
    onClose,
  });

  async function save(_: unknown, correction: typeof initial): Promise<void> {
    if (form.isDirty) await submit({ id: booking.id, ...correction });
    else onClose();
  }

  return (
    <FormDialog
      title="Correct phone or email"
      description={`${customerName(booking)} · ${whenText(booking, today)}`}
      width="narrow"
      save="Correct"
      form={form}
      discard="Discard this correction?"
      onClose={onClose}
    >
      {conflict}
      <PhoneField
        required
        value={typed.customer_phone}
        error={form.errorOf('customer_phone')}
        onType={(customer_phone) => form.change({ customer_phone })}
      />
      <AdminField label="Email" type="email" autoComplete="off" {...form.field('customer_email')} />
      <p className="text-stone">
        For this appointment only: later messages about it go there. The customer’s profile stays as it is,
        and a link that was sent before still opens the appointment.
      </p>
    </FormDialog>
  );
}
