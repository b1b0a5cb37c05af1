import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { formatTime } from '../../src/salon/salon-time.ts';
import { days, startOf } from './calendar.ts';

/** The load's own process: told what to send by the parent, answers with the rate. */

export interface Load {
  readonly url: string;
  readonly path: string;
  readonly kind: 'availability' | 'booking';
  readonly requests: number;
  readonly clients: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly refused: number;
}

/** Each request for a time of its own: nobody is refused. */
let bookings = 0;
function bookingBody(): string {
  const turn = bookings;
  bookings += 1;
  const { date, start } = startOf(turn);
  return JSON.stringify({
    customer_name: 'Ada Lovelace',
    customer_email: `ada${turn}@example.com`,
    customer_phone: '(925) 555-0100',
    appointment_date: date,
    appointment_time: formatTime(start),
    services: [{ id: 'scalp-treatment', name: 'Scalp Treatment', price: '$0.00', duration: 30 }],
    notes: 'Please call when you arrive',
    sms_consent: true,
    total_amount: 'Price Varies - Determined at Consultation',
  });
}

let reads = 0;
async function send({ url, path, kind, requests, clients }: Load): Promise<LoadResult> {
  const isBooking = kind === 'booking';
  const startedAt = performance.now();
  const result = await autocannon({
    url,
    connections: clients,
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
