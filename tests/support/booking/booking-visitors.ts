import { randomUUID } from 'node:crypto';
import { CreatedBooking } from '../../../src/contracts/bookings/bookings.ts';
import { formatTime } from '../../../src/salon/salon-time.ts';
import type { Answer } from '../network/http-client.ts';
import { patiently } from '../network/patiently.ts';
import { bookingRequest, type TestSalon } from '../server/server.ts';

/** Minutes, with services of the default profile that take that long together. */
const SERVICES_OF = {
  30: ['scalp-treatment'],
  180: ['brazilian-treatment'],
  240: ['full-color', 'color-treatment'],
  480: ['full-color', 'full-highlights', 'brazilian-treatment'],
  510: ['full-color', 'full-highlights', 'brazilian-treatment', 'scalp-treatment'],
} as const;
export type KnownMinutes = keyof typeof SERVICES_OF;

interface Wish {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly minutes?: KnownMinutes;
  readonly [field: string]: unknown;
}

/**
 * Visitors of a salon that trusts one proxy, each at an address of their own, who book times that nobody has taken, with
 * new contacts each time.
 */
export function bookingVisitors(salon: () => TestSalon) {
  let visitors = 0;
  let people = 0;
  let day = '';
  let minute = 0;

  const newContacts = () => {
    people += 1;
    return {
      customer_name: `Person ${'abcdefghij'[people % 10]}`,
      customer_email: `person${people}@example.com`,
      customer_phone: `925556${String(people).padStart(4, '0')}`,
    };
  };

  function freeTime(minutes: number) {
    if (day === '' || minute + minutes > 1_260) {
      day = salon().freshDay();
      minute = 540;
    }
    const start = minute;
    minute += minutes;
    return { appointment_date: day, appointment_time: formatTime(start) };
  }

  const newRequest = ({ minutes = 30, ...changes }: Wish) =>
    bookingRequest({
      ...newContacts(),
      ...freeTime(minutes),
      services: SERVICES_OF[minutes].map((id) => ({ id, name: id, price: '$0', duration: 30 })),
      ...changes,
    });

  return (address = `203.0.${Math.floor(++visitors / 200)}.${(visitors % 200) + 1}`) => {
    const from = { 'X-Forwarded-For': address };
    const send = (body: unknown, key: string, headers: Readonly<Record<string, string>> = {}) =>
      patiently(() => salon().post('/api/bookings', body, { key, headers: { ...from, ...headers } }));
    return {
      from,
      newRequest,
      send,
      book: ({ key = randomUUID(), headers, ...wish }: Wish = {}): Promise<Answer> =>
        send(newRequest(wish), key, headers),
    };
  };
}

/** Waits until the read model knows of a booking. */
export async function shown(salon: TestSalon, answer: Answer): Promise<CreatedBooking> {
  const booking = CreatedBooking.parse(answer.json);
  await salon.get(`/api/manage?after=${booking.position}`, { token: booking.management_token });
  return booking;
}
