import { CalendarPlus } from 'lucide-react';
import { useMay } from '../../data/role.ts';
import { AdminButton } from '../../ui/button.tsx';
import { useNewBooking } from './use-new-booking.ts';

/** Begin a visit of somebody who is there, or a booking for later. */
export function AddButtons() {
  const { begin, beginWalkIn } = useNewBooking();
  const may = useMay();
  if (!may('desk')) return null;
  return (
    <>
      <AdminButton onClick={() => beginWalkIn()}>Walk-in</AdminButton>
      <AdminButton look="primary" onClick={() => begin()}>
        <CalendarPlus aria-hidden="true" className="size-4" />
        Add Booking
      </AdminButton>
    </>
  );
}
