import type { Calendar } from '../../../../src/contracts/bookings/calendar.ts';
import { withMoved } from '../../../../web/admin/bookings/calendar-patches.ts';
import { projected } from '../fixtures/admin-fixtures.ts';
import { ADA, details } from '../fixtures/booking-fixtures.ts';
import { appointmentOf, calendarOf } from '../fixtures/calendar-fixtures.ts';
import { staleBooking } from '../screens/booking-screens.ts';
import type { MockResponse } from '../site/mock-api.ts';

/** An appointment of the calendar, Priya Nair's at 3 PM, that somebody else moves to 5 PM while we are about to. */

export const PRIYA = appointmentOf('Priya Nair');
export const MOVE = `POST /api/admin/bookings/${PRIYA}/reschedule`;

/** A calendar in which the appointment has its next version. */
export const changedIn = (calendar: Calendar, notes: string | null = 'Wants copper.'): Calendar => ({
  ...calendar,
  days: calendar.days.map((day) => ({
    ...day,
    bookings: day.bookings.map((one) => (one.id === PRIYA ? { ...one, version: 3, notes } : one)),
  })),
});

const movedCalendar: MockResponse = (route, url) => {
  const calendar = calendarOf(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? '');
  const moved = withMoved(calendar, PRIYA, { date: '2026-11-20', start: 1020 });
  return projected(changedIn(moved), 5)(route, url);
};

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

/** The calendar's answer from then on. */
export const MOVED: Record<string, MockResponse> = { 'GET /api/admin/calendar': movedCalendar };
