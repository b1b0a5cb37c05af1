import type { AdminBooking, AdminBookingDetails } from '../../../src/contracts/admin-booking.ts';
import type { BookingStatus } from '../../../src/contracts/bookings.ts';
import type { Dashboard } from '../../../src/contracts/dashboard.ts';
import type { StaffTimes } from '../../../src/contracts/staff-times.ts';
import { dayOfWeek, formatTime } from '../../../src/salon/salon-time.ts';
import { customerId, projected } from './admin-fixtures.ts';
import { historyOf, hoursAgo } from './history-fixtures.ts';
import { positionAt } from './live-updates.ts';
import { json, type MockResponse } from './mock-api.ts';
import { rushIs } from './rush-fixtures.ts';

export const bookingId = (number: number) => `b00c1d0e-6a3f-4a44-9c1b-${String(number).padStart(12, '0')}`;
export const bookingPath = (number: number) => `/api/admin/bookings/${bookingId(number)}`;

const PUBLIC_TOTAL = 'Price Varies - Determined at Consultation';

const service = (id: string, name: string, duration: number, price = 'Price Varies') => ({
  id,
  name,
  price,
  duration,
});
const CUT = service('womens-haircut', "Women's Haircut", 60, '$45.00');
const COLOR = service('full-color', 'Full Color', 150);
const SCALP = service('scalp-treatment', 'Scalp Treatment', 30, '$20.00');

/** An appointment by its number; the higher, the earlier it was made. */
export function booking(
  number: number,
  name: string,
  [date, time]: readonly [date: string, time: string],
  status: BookingStatus,
  more: Partial<AdminBooking> = {},
): AdminBooking {
  const services = more.services ?? [CUT];
  return {
    id: bookingId(number),
    version: 2,
    customer_id: customerId(number),
    customer_name: name,
    customer_email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`,
    customer_phone: `(925) 555-0${100 + number}`,
    appointment_date: date,
    appointment_time: time,
    duration: services.reduce((sum, { duration }) => sum + duration, 0),
    total_amount: PUBLIC_TOTAL,
    catalogue_amount: null,
    notes: null,
    sms_consent: true,
    status,
    has_started: `${date}` < '2026-11-20',
    cancellation: null,
    created_at: hoursAgo(number * 3),
    ...more,
    services,
  };
}

const TODAY = '2026-11-20';

export const ADA = booking(1, 'Ada Moreau', ['2026-12-03', '2:30 PM'], 'pending', {
  services: [CUT, SCALP],
  notes: 'Sensitive scalp, no ammonia please.\nI may be five minutes late.',
});
export const LEO = booking(2, 'Leo Marsh', ['2026-11-24', '11:00 AM'], 'pending', { sms_consent: false });
export const HANNAH = booking(3, 'Hannah Ruiz', [TODAY, '9:00 AM'], 'confirmed', {
  has_started: true,
  total_amount: '$110.00',
});
export const YUKI = booking(4, 'Yuki Tanabe', ['2026-11-27', '1:00 PM'], 'cancelled', {
  services: [COLOR],
  cancellation: { reason: 'customer_request', at: hoursAgo(4), by: 'customer' },
});
const BEATRIZ = booking(5, 'Beatriz Álvarez-Montgomery de la Fuente', [TODAY, '1:30 PM'], 'confirmed', {
  services: [CUT, COLOR, SCALP],
  customer_email: 'a.rather.long.address.for.a.narrow.column@subdomain.example.com',
  notes: 'Wants the same copper as in spring.',
  total_amount: '$265.00',
});
const SAM = booking(6, 'Sam Whitfield', [TODAY, '8:00 AM'], 'completed', {
  has_started: true,
  total_amount: '$35.00',
});
const PRIYA = booking(7, 'Priya Nair', [TODAY, '11:30 AM'], 'pending', { services: [COLOR] });
/** Its total was open, as of all public bookings, and visitors see no price, though the catalogue has one. */
export const PRIYA_OPEN: AdminBooking = { ...PRIYA, has_started: true, catalogue_amount: '$1180.00' };
/** The same, but visitors see the price. */
export const PRIYA_PRICED: AdminBooking = {
  ...PRIYA_OPEN,
  services: [{ ...COLOR, price: '$1180.00' }],
};
export const ERASED = booking(8, 'Nobody', ['2025-11-04', '4:00 PM'], 'completed', {
  customer_name: null,
  customer_email: null,
  customer_phone: null,
  total_amount: '$65.00',
});
const TOM = booking(9, 'Tom Okafor', ['2026-12-01', '9:30 AM'], 'confirmed', {
  customer_email: null,
  total_amount: '$35.00',
});

/** The newest first, as the server answers. */
export const ADMIN_BOOKINGS: readonly AdminBooking[] = [
  ADA,
  LEO,
  HANNAH,
  YUKI,
  BEATRIZ,
  SAM,
  PRIYA,
  ERASED,
  TOM,
];

export const bookingList = (bookings: readonly AdminBooking[], position = 0, next: string | null = null) =>
  projected({ bookings, total: bookings.length + (next ? 40 : 0), next_cursor: next }, position);

export const DASHBOARD: Dashboard = {
  date: TODAY,
  stats: { total_bookings: 1284, todays_bookings: 5, total_revenue: '$48210.50', pending_bookings: 3 },
  recent: ADMIN_BOOKINGS.slice(0, 5),
  today: { bookings: [SAM, HANNAH, PRIYA, BEATRIZ], next_id: PRIYA.id },
  waiting: { total: 3, bookings: [PRIYA, LEO, ADA] },
  cancelled: { total: 1, bookings: [YUKI] },
  next_free: { date: TODAY, time: '10:30 AM', duration: 30 },
  week: { from: '2026-11-15', to: '2026-11-21', booked_minutes: 1590, open_minutes: 3360 },
};

/** A salon on its first day. */
export const EMPTY_DASHBOARD: Dashboard = {
  ...DASHBOARD,
  stats: { total_bookings: 0, todays_bookings: 0, total_revenue: '$0.00', pending_bookings: 0 },
  recent: [],
  today: { bookings: [], next_id: null },
  waiting: { total: 0, bookings: [] },
  cancelled: { total: 0, bookings: [] },
  next_free: null,
  week: { ...DASHBOARD.week, booked_minutes: 0 },
};

/** One appointment with what only its own address has. */
export const details = (
  of: AdminBooking,
  position = 0,
  opted_out: AdminBookingDetails['opted_out'] = null,
  sms_consent_said: AdminBookingDetails['sms_consent_said'] = { at: of.created_at, by: 'customer' },
) =>
  projected(
    {
      ...of,
      opted_out,
      customer_notes: of.id === ADA.id ? 'Allergic to PPD.' : null,
      earlier_visits: of.id === ADA.id ? 3 : 0,
      sms_consent_said,
      proven_contacts: ['sms'],
      management_token: 't'.repeat(43),
      manage_url: `http://localhost:3000/m/${'t'.repeat(43)}`,
    },
    position,
  );

export const HISTORY = historyOf(ADA.id);

/** Every half hour of the day: taken at noon, past before ten today, outside hours early and late. */
export function staffTimes(date: string): StaffTimes {
  const closed = dayOfWeek(date) < 2;
  const stateAt = (minutes: number): StaffTimes['times'][number]['state'] => {
    if (date === TODAY && minutes <= 600) return 'past';
    if (minutes >= 720 && minutes < 810) return 'taken';
    return closed || minutes < 540 || minutes > 1080 ? 'outside_hours' : 'free';
  };
  const blocked = date === '2026-11-26';
  return {
    date,
    blocked,
    closed,
    duration: 60,
    times: blocked
      ? []
      : Array.from({ length: 25 }, (_, index) => 480 + 30 * index).map((minutes) => ({
          time: formatTime(minutes),
          state: stateAt(minutes),
        })),
  };
}

const times: MockResponse = (route, url) =>
  projected(staffTimes(url.searchParams.get('date') ?? ''))(route, url);

/** The answer to a change. */
export const changedTo = (number: number, status: BookingStatus, position = 5) =>
  json({ id: bookingId(number), status, version: 3, position: positionAt(position), notified: false });

/** Responses when all goes well. */
export const BOOKING_SUCCESS: Record<string, MockResponse> = {
  'GET /api/admin/dashboard': projected(DASHBOARD),
  'GET /api/admin/rush': rushIs(false),
  'GET /api/admin/bookings': bookingList(ADMIN_BOOKINGS),
  'GET /api/admin/availability': times,
  'POST /api/admin/bookings': json(
    {
      id: bookingId(50),
      status: 'confirmed',
      management_token: 't'.repeat(43),
      short_code: 'aB3dE6gH9jK2',
      manage_url: `http://localhost:3000/m/${'t'.repeat(43)}`,
      position: positionAt(5),
    },
    201,
  ),
  ...Object.fromEntries(
    ADMIN_BOOKINGS.flatMap((each, index) => {
      const path = bookingPath(index + 1);
      return [
        [`GET ${path}`, details(each)],
        [`GET ${path}/availability`, times],
        [`GET ${path}/messages`, projected({ waiting: [], undelivered: [] })],
        [`GET ${path}/history`, projected({ entries: HISTORY, next_cursor: null })],
        [`POST ${path}/confirm`, changedTo(index + 1, 'confirmed')],
        [`POST ${path}/cancel`, changedTo(index + 1, 'cancelled')],
        [`POST ${path}/reschedule`, changedTo(index + 1, each.status)],
        [`POST ${path}/complete`, changedTo(index + 1, 'completed')],
        [`POST ${path}/reinstate`, changedTo(index + 1, 'confirmed')],
        [`POST ${path}/sms-consent`, changedTo(index + 1, each.status)],
        [`DELETE ${path}`, json({ id: each.id, position: positionAt(5) })],
      ];
    }),
  ),
};
