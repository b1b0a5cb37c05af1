import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { addSalonDays, formatTime, instantOf, salonDate } from '../../src/salon/salon-time.ts';

/** The load's own process: told what to send by the parent, answers with the rate. */

export interface Load {
  readonly url: string;
  readonly path: string;
  readonly kind: 'availability' | 'booking';
  readonly requests: number;
  readonly connections: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly refused: number;
}

/** As `http.ts` opens the salon: every day, round the clock. */
const STARTS_A_DAY = 47;
const TIME_ZONE = 'America/Los_Angeles';

const tomorrow = addSalonDays(salonDate(new Date(), TIME_ZONE), 1);
/** Nearly all that can be booked, but for a day on which daylight saving skips a time. */
const days = Array.from({ length: 178 }, (_, day) => addSalonDays(tomorrow, day)).filter((day) =>
  [120, 150].every((start) => instantOf(day, start, TIME_ZONE) !== null),
);

/** Each request on another day, and on a day each time once: nobody is refused, no two wait for one another. */
let bookings = 0;
function bookingBody(): string {
  const turn = bookings;
  bookings += 1;
  if (turn >= days.length * STARTS_A_DAY) throw new Error('the calendar is full');
  return JSON.stringify({
    customer_name: 'Ada Lovelace',
    customer_email: `ada${turn}@example.com`,
    customer_phone: '(925) 555-0100',
    appointment_date: days[turn % days.length],
    appointment_time: formatTime(Math.floor(turn / days.length) * 30),
    services: [{ id: 'scalp-treatment', name: 'Scalp Treatment', price: '$0.00', duration: 30 }],
    notes: 'Please call when you arrive',
    sms_consent: true,
    total_amount: 'Price Varies - Determined at Consultation',
  });
}

let reads = 0;
async function send({ url, path, kind, requests, connections }: Load): Promise<LoadResult> {
  const isBooking = kind === 'booking';
  const startedAt = performance.now();
  const result = await autocannon({
    url,
    connections,
    amount: requests,
    sampleInt: 10,
    requests: [
      isBooking
        ? {
            method: 'POST',
            path,
            setupRequest: (request) => ({
              ...request,
              headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
              body: bookingBody(),
            }),
          }
        : {
            method: 'GET',
            path,
            setupRequest: (request) => {
              reads += 1;
              return { ...request, path: `${path}&date=${days[reads % days.length]}` };
            },
          },
    ],
  });
  // Its own `duration` is rounded to hundredths of a second, a twentieth of a short round.
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: result['2xx'] / seconds, refused: result.non2xx + result.errors };
}

process.on('message', (load: Load) => void send(load).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit());
