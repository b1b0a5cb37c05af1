import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';

/** What is being asked about an appointment, which is as it was when the question came up. */
export interface BookingQuestion {
  readonly about:
    | 'cancel'
    | 'reschedule'
    | 'complete'
    | 'delete'
    | 'reinstate'
    | 'same-source'
    | 'customer'
    | 'contact';
  readonly booking: AdminBooking;
}
