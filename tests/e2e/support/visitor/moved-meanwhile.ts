import { ADA, details } from '../fixtures/booking-fixtures.ts';
import { appointmentOf } from '../fixtures/calendar-fixtures.ts';
import { staleBooking } from '../screens/booking-screens.ts';
import type { MockResponse } from '../site/mock-api.ts';

/** An appointment of the calendar, Priya Nair's at 3 PM, that somebody else moves to 5 PM while we are about to. */

const PRIYA = appointmentOf('Priya Nair');
const MOVE = `POST /api/admin/bookings/${PRIYA}/reschedule`;

/** The server's answer to a move of ours. */
export const TOO_LATE: Record<string, MockResponse> = {
  [MOVE]: staleBooking,
  [`GET /api/admin/bookings/${PRIYA}`]: details({
    ...ADA,
    id: PRIYA,
    customer_name: 'Priya Nair',
    appointment_date: '2026-11-20',
    appointment_time: '5:00 PM',
    services: [{ id: 'service', name: 'Color Treatment', price: '$65.00', duration: 90 }],
    total_amount: '$65.00',
    version: 3,
  }),
};
