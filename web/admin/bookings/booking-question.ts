import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import type { AfterChange } from './after-change.ts';

/** Which dialog is open about an appointment, and the appointment as it was when the dialog was opened. */
export interface BookingQuestion {
  readonly about:
    | 'cancel'
    | 'reschedule'
    | 'hand-over'
    | 'services'
    | 'complete'
    | 'delete'
    | 'reinstate'
    | 'same-source'
    | 'customer'
    | 'contact'
    | 'late';
  readonly booking: AdminBooking;
  /** A change of hours or blocks that is made next: a new time must hold after it. */
  readonly after?: AfterChange | undefined;
}

/** The same where only the appointment's id is known. */
export interface QuestionById {
  readonly about: 'complete' | 'delete';
  readonly bookingId: string;
}
