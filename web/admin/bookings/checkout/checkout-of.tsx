import { useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { BOOKING } from '../queries.ts';
import { CheckoutDialog } from './checkout-dialog.tsx';

/** The checkout sheet of a completed visit, where only its id is known. */
export function CheckoutOf({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  const { data } = useAdminQuery(BOOKING, bookingId);
  // The first state only: the sheet compares it with what others change meanwhile.
  const [opened, setOpened] = useState<AdminBooking>();
  if (!opened && data?.status === 'completed') setOpened(data);
  return opened && <CheckoutDialog booking={opened} onClose={onClose} onAsk={() => {}} />;
}
