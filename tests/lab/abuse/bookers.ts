import { randomUUID } from 'node:crypto';
import { type Agent, Agent as KeepAlive, request } from 'node:http';
import { addressOfAttackers, type Target } from './scenario.ts';

/** Programs that book: each from an address of its own, as the proxy in front of the server says. */

export interface Answer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let people = 0;
/** Contacts that nobody has used before. */
export function newContacts() {
  people += 1;
  return {
    customer_name: `Person ${people.toString(36).replaceAll(/\d/g, 'x')}`,
    customer_email: `person${people}@example.com`,
    customer_phone: `925${String(2_000_000 + people).padStart(7, '0')}`,
  };
}

/** Services of the default salon that together take so many minutes. */
export const SERVICES: Readonly<Record<number, readonly string[]>> = {
  480: ['full-color', 'full-highlights', 'brazilian-treatment'],
  240: ['full-color', 'color-treatment'],
  180: ['brazilian-treatment'],
  120: ['perm'],
  60: ['updo'],
  30: ['scalp-treatment'],
};

export const bookingOf = (minutes: number, when: { readonly date: string; readonly time: string }) => ({
  ...newContacts(),
  appointment_date: when.date,
  appointment_time: when.time,
  services: (SERVICES[minutes] ?? []).map((id) => ({ id, name: id, price: '$0', duration: 30 })),
  notes: null,
  sms_consent: true,
  total_amount: 'Price Varies - Determined at Consultation',
});

/** @param address what `X-Forwarded-For` says */
export function bookerAt({ host, port, over }: Target, address: string, agent: Agent = newAgent()) {
  const send = ({ method = 'POST', path, body, key, headers }: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const outgoing = request({
        host,
        port,
        method,
        path,
        agent,
        signal: over,
        localAddress: addressOfAttackers,
        headers: {
          'X-Forwarded-For': address,
          ...(payload !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(payload),
          }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
          ...headers,
        },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('error', reject);
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = /\bjson\b/.test(incoming.headers['content-type'] ?? '');
          resolve({ status: incoming.statusCode ?? 0, json: isJson && text !== '' ? JSON.parse(text) : {} });
        });
      });
      outgoing.end(payload);
    });

  return {
    send,
    book: (body: unknown) => send({ path: '/api/bookings', body, key: randomUUID() }),
    /** Uses the token of a booking of its own. */
    manage: (what: 'reschedule' | 'cancel', token: string, body: unknown) =>
      send({
        path: `/api/manage/${what}`,
        body,
        key: randomUUID(),
        headers: { Authorization: `Bearer ${token}` },
      }),
  };
}
export type Booker = ReturnType<typeof bookerAt>;

export const newAgent = () => new KeepAlive({ keepAlive: true, maxSockets: 64 });

/** Ends quietly when the time is over. */
export async function untilOver(over: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    while (!over.aborted) await work();
  } catch (error) {
    if (!over.aborted) throw error;
  }
}
