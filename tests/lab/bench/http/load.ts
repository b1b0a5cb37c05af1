import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { formatTime } from '../../../../src/salon/salon-time.ts';
import { days, startOf, warmUpStartOf } from '../calendar.ts';

/** The load's own process: told what to send by the parent, answers with the rate. */

export interface Load {
  readonly url: string;
  readonly path: string;
  /** A warm-up books and cancels what it has booked, so that it can go on for as long as it likes. */
  readonly kind: 'availability' | 'booking' | 'warm-up';
  readonly requests: number;
  readonly clients: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly refused: number;
}

const BOOKINGS = '/api/bookings';
const CANCEL = '/api/manage/cancel';

/** Each request for a time of its own: nobody is refused. */
const bookingsSent = { booking: 0, 'warm-up': 0 };
function bookingBody(kind: keyof typeof bookingsSent): string {
  const turn = bookingsSent[kind];
  bookingsSent[kind] += 1;
  const { date, start } = kind === 'booking' ? startOf(turn) : warmUpStartOf(turn);
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

type Requests = Parameters<typeof autocannon>[0]['requests'];

function booking(path: string, kind: keyof typeof bookingsSent): Requests[number] {
  return {
    method: 'POST',
    path,
    setupRequest: (request) => ({
      ...request,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      body: bookingBody(kind),
    }),
    onResponse: (_status, body, context) => {
      context.token = (JSON.parse(body) as { management_token?: string }).management_token;
    },
  };
}

const cancelling: Requests[number] = {
  method: 'POST',
  path: CANCEL,
  setupRequest: (request, { token }) => ({ ...request, headers: { Authorization: `Bearer ${token}` } }),
};

let reads = 0;
function requestsOf({ kind, path }: Load): Requests {
  switch (kind) {
    case 'booking':
      return [booking(path, kind)];
    case 'warm-up':
      return path === BOOKINGS ? [booking(path, kind), cancelling] : [booking(path, kind)];
    case 'availability':
      return [
        {
          method: 'GET',
          path,
          setupRequest: (request) => {
            reads += 1;
            return { ...request, path: `${path}&date=${days[reads % days.length]}` };
          },
        },
      ];
  }
}

async function send(load: Load): Promise<LoadResult> {
  const { url, requests: amount, clients: connections } = load;
  const startedAt = performance.now();
  const result = await autocannon({ url, connections, amount, sampleInt: 10, requests: requestsOf(load) });
  // Its own `duration` is rounded to hundredths of a second, a twentieth of a short round.
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: result['2xx'] / seconds, refused: result.non2xx + result.errors };
}

process.on('message', (load: Load) => void send(load).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit());
