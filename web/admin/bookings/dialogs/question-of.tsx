import { useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import type { QuestionById } from '../booking-question.ts';
import { CheckoutDialog } from '../checkout/checkout-dialog.tsx';
import { BOOKING } from '../queries.ts';
import { DeleteDialog } from './delete-and-reinstate-dialogs.tsx';

/** The checkout sheet of a completed visit, or the question before an appointment is deleted. */
export function QuestionOf({ about, bookingId, onClose }: QuestionById & { onClose: () => void }) {
  const { data } = useAdminQuery(BOOKING, bookingId);
  // The first state only: the dialog compares it with what others change meanwhile.
  const [opened, setOpened] = useState<AdminBooking>();
  if (!opened && data && (about === 'delete' || data.status === 'completed')) setOpened(data);
  if (!opened) return null;
  return about === 'delete' ? (
    <DeleteDialog booking={opened} onClose={onClose} onDeleted={() => {}} />
  ) : (
    <CheckoutDialog booking={opened} onClose={onClose} onAsk={() => {}} />
  );
}
