import { setTimeout as sleep } from 'node:timers/promises';
import type { CreatedBooking } from '../../src/contracts/bookings.ts';
import { formatTime, type SalonDate } from '../../src/contracts/salon-time.ts';
import { createHttpClient, type WireRequest } from '../support/http-client.ts';

/** What a customer was told last about a booking, and what may have happened without an answer. */
export interface Known {
  readonly id: string;
  readonly token: string;
  /** The newest position that was acknowledged for it. */
  position: string;
  /** Every position acknowledged for it: each must be in the log. */
  readonly positions: string[];
  /** As the last answer left it; a command given up on adds how it may have gone instead. */
  states: { readonly status: 'pending' | 'cancelled'; readonly date: SalonDate; readonly time: string }[];
}

export interface Tally {
  booked: number;
  moved: number;
  cancelled: number;
  refused: number;
  /** Sent again with the same key after no answer or a 5xx. */
  retried: number;
  /** Left without an answer on purpose, as a customer who closes the browser. */
  abandoned: number;
}

export interface Customers {
  /** Runs until `close`, through every outage. */
  readonly working: Promise<void>;
  readonly known: readonly Known[];
  readonly tally: Tally;
  /** Lets requests under way come to an answer, then ends. */
  close(): Promise<void>;
}

const SERVICES = ['scalp-treatment', 'mens-haircut', 'womens-haircut', 'color-treatment', 'perm'];
const PAUSE_MS = 15;

export interface CustomersOptions {
  readonly count: number;
  readonly days: readonly SalonDate[];
  /** 0 to 1; the same seed gives the same wishes, though not the same timing. */
  readonly random: () => number;
  /** Where the server is now; undefined while it is down. */
  readonly serverUrl: () => string | undefined;
}

/** Customers who book, move and cancel at once, retry with the same key and sometimes give up. */
export function startCustomers({ count, days, random, serverUrl }: CustomersOptions): Customers {
  const client = createHttpClient(() => serverUrl() ?? 'http://127.0.0.1:9');
  const known: Known[] = [];
  const tally: Tally = { booked: 0, moved: 0, cancelled: 0, refused: 0, retried: 0, abandoned: 0 };
  let closing = false;
  let keys = 0;
  const pick = <T>(items: readonly [T, ...T[]] | readonly T[]): T =>
    items[Math.floor(random() * items.length)] as T;
  const aKey = () => {
    keys += 1;
    return `chaos-key-${keys}-${Math.floor(random() * 1e9)}`;
  };
  const aTime = () => ({ date: pick(days), time: formatTime(540 + 30 * Math.floor(random() * 16)) });

  /** The answer, however many tries with one key it takes; undefined when the customer gave up without one. */
  async function answered(wire: WireRequest): Promise<{ status: number; json: unknown } | undefined> {
    const headers = { ...wire.headers, 'Idempotency-Key': aKey() };
    const patience = random() < 0.25 ? 1 : Number.POSITIVE_INFINITY;
    for (let tries = 1; ; tries += 1) {
      const url = serverUrl();
      const answer = url && (await client.send({ ...wire, headers }).catch(() => undefined));
      if (answer && answer.status < 500) return answer;
      if (url && tries >= patience && !closing) {
        tally.abandoned += 1;
        return undefined;
      }
      tally.retried += 1;
      await sleep(20 + random() * 60);
    }
  }

  async function book(person: number): Promise<Known | undefined> {
    const { date, time } = aTime();
    const body = {
      customer_name: `Customer ${person}`,
      customer_email: `customer${person}@example.com`,
      customer_phone: '925 555 0100',
      appointment_date: date,
      appointment_time: time,
      services: [pick(SERVICES)],
      notes: 'chaos',
      sms_consent: true,
    };
    const answer = await answered({ method: 'POST', path: '/api/bookings', body });
    if (answer?.status !== 201) {
      if (answer) tally.refused += 1;
      return undefined;
    }
    const { id, management_token: token, position } = answer.json as CreatedBooking;
    tally.booked += 1;
    const booking: Known = {
      id,
      token,
      position,
      positions: [position],
      states: [{ status: 'pending', date, time }],
    };
    known.push(booking);
    return booking;
  }

  async function change(booking: Known, command: 'cancel' | 'reschedule'): Promise<void> {
    const to = aTime();
    const [before] = booking.states;
    if (!before) return;
    const after = command === 'cancel' ? { ...before, status: 'cancelled' as const } : { ...before, ...to };
    const body = command === 'cancel' ? {} : { new_date: to.date, new_time: to.time };
    const headers = { Authorization: `Bearer ${booking.token}` };
    const answer = await answered({ method: 'POST', path: `/api/manage/${command}`, body, headers });
    if (answer === undefined) booking.states = [before, after];
    else if (answer.status === 200) {
      booking.position = (answer.json as { position: string }).position;
      booking.positions.push(booking.position);
      booking.states = [after];
      if (command === 'cancel') tally.cancelled += 1;
      else tally.moved += 1;
    } else tally.refused += 1;
  }

  /** Books, changes it a few times and cancels in the end, so that the days don't fill. */
  async function live(person: number): Promise<void> {
    while (!closing) {
      const booking = await book(person);
      while (booking && !closing && booking.states.length === 1 && booking.states[0]?.status === 'pending') {
        await sleep(random() * PAUSE_MS);
        await change(booking, random() < 0.4 ? 'cancel' : 'reschedule');
      }
      await sleep(random() * PAUSE_MS);
    }
  }

  const working = Promise.all(Array.from({ length: count }, (_, person) => live(person))).then(() => {});
  return {
    working,
    known,
    tally,
    close: async () => {
      closing = true;
      await working;
      client.close();
    },
  };
}
