import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { AdminBookingDetails } from '../../../src/contracts/bookings/admin-booking.ts';
import { ChangedBooking } from '../../../src/contracts/bookings/admin-bookings.ts';
import { CreatedBooking } from '../../../src/contracts/bookings/bookings.ts';
import { countMessages } from '../../../src/contracts/messages/message-count.ts';
import { BookingMessages } from '../../../src/contracts/messages/waiting-messages.ts';
import { formatTime, salonDate, salonMinutes } from '../../../src/salon/salon-time.ts';
import type { Answer } from '../network/http-client.ts';
import { patiently } from '../network/patiently.ts';
import { TIME_ZONE } from '../salon/test-salon.ts';
import type { TestSalon } from '../server/server.ts';
import type { StaffApi } from './staff-api.ts';

const BOOKINGS = '/api/admin/bookings';

/** A booking as the manual dialog sends it, with one 30-minute service. */
export const manualBooking = (changes: Readonly<Record<string, unknown>> = {}) => ({
  customer_name: 'Grace Hopper',
  customer_email: 'grace@example.com',
  customer_phone: '(925) 555-0123',
  appointment_date: '2026-12-01',
  appointment_time: '10:00 AM',
  services: [{ id: 'scalp-treatment' }],
  notes: null,
  sms_consent: true,
  ...changes,
});

/** Books by hand and expects it to work. */
export async function bookedByStaff(staff: StaffApi, changes: Readonly<Record<string, unknown>>) {
  const key = randomUUID();
  const answer = await patiently(() => staff.post(BOOKINGS, manualBooking(changes), { key }));
  expect(answer.status, answer.text).toBe(201);
  return CreatedBooking.parse(answer.json);
}

export type Change =
  | 'confirm'
  | 'cancel'
  | 'reschedule'
  | 'complete'
  | 'services'
  | 'length'
  | 'reinstate'
  | 'sms-consent'
  | 'contact'
  | 'arrival'
  | 'visit-note';

/** A change of one appointment. @param version the one that is sent as `If-Match` */
export const change = (
  staff: StaffApi,
  id: string,
  name: Change,
  body: unknown = {},
  { version, key = randomUUID() }: { readonly version?: number; readonly key?: string } = {},
): Promise<Answer> =>
  patiently(() =>
    staff.post(`${BOOKINGS}/${id}/${name}`, body, {
      key,
      ...(version !== undefined && { ifMatch: `"${version}"` }),
    }),
  );

/** The same, which is expected to work. */
export async function changed(...of: Parameters<typeof change>) {
  const answer = await change(...of);
  expect(answer.status, answer.text).toBe(200);
  return ChangedBooking.parse(answer.json);
}

/** One appointment as staff see it, once the read model has reached the position. */
export async function detailsOf(staff: StaffApi, id: string, { position }: { readonly position: string }) {
  const answer = await staff.get(`${BOOKINGS}/${id}?after=${position}`);
  expect(answer.status, answer.text).toBe(200);
  const details = AdminBookingDetails.parse(answer.json);
  expect(answer.headers.etag).toBe(`"${details.version}"`);
  return details;
}

const MINUTE_MS = 60_000;

/** Date and time of an appointment that begins within the hour, whenever the test runs: at least so many minutes before midnight. */
function soon(from: Date, room: number) {
  const next = new Date(Math.ceil(from.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS);
  const left = 1440 - salonMinutes(next, TIME_ZONE);
  const begins = left < room ? new Date(next.getTime() + left * MINUTE_MS) : next;
  return {
    appointment_date: salonDate(begins, TIME_ZONE),
    appointment_time: formatTime(salonMinutes(begins, TIME_ZONE)),
    begins,
  };
}

/**
 * An appointment of half an hour that begins soon after a moment, at night too: it was moved there, since new ones are for the day.
 *
 * @param room how many minutes of its day are left at least when it begins
 */
export async function bookedSoon(
  salon: TestSalon,
  staff: StaffApi,
  changes: Readonly<Record<string, unknown>> = {},
  from = new Date(),
  room = 31,
) {
  const { appointment_date, appointment_time, begins } = soon(from, room);
  const { id } = await bookedByStaff(staff, { ...changes, appointment_date: salon.freshDay() });
  const to = { new_date: appointment_date, new_time: appointment_time };
  return { ...(await changed(staff, id, 'reschedule', to)), appointment_date, begins };
}

/** Runs something while the salon's clock shows another moment. */
export async function at<T>(salon: TestSalon, moment: Date, work: () => Promise<T>): Promise<T> {
  const before = salon.now();
  salon.setClock(moment);
  try {
    return await work();
  } finally {
    salon.setClock(before);
  }
}

/**
 * Messages that did not reach a booking's customer, as the booking shows them, and whether the list of bookings marks
 * it.
 */
export async function undeliveredOf(staff: StaffApi, id: string) {
  const [about, all] = await Promise.all([
    staff.get(`${BOOKINGS}/${id}/messages`),
    staff.get('/api/admin/messages/attention'),
  ]);
  const { undelivered } = BookingMessages.parse(about.json);
  const marked = countMessages.answer.body.parse(all.json).undelivered;
  return { undelivered, isMarked: marked.some(({ booking_id }) => booking_id === id) };
}
