import { setTimeout as sleep } from 'node:timers/promises';
import type { CreatedBooking } from '../../../src/contracts/bookings/bookings.ts';
import { formatTime, type SalonDate } from '../../../src/salon/salon-time.ts';
import { type Answer, createHttpClient, type WireRequest } from '../../support/network/http-client.ts';
import type { Traffic } from './traffic.ts';

/** A customer's knowledge of a booking: the last answer, and the possible results of requests without an answer. */
export interface Known {
  readonly id: string;
  readonly token: string;
  /** The newest position that was acknowledged for it. */
  position: string;
  /** Every position acknowledged for it: each must be in the log. */
  readonly positions: string[];
  /** Possible states: the last answer's, and those to which a command given up on may have led. */
  states: { readonly status: 'pending' | 'cancelled'; readonly date: SalonDate; readonly time: string }[];
}

export interface Tally {
  booked: number;
  moved: number;
  cancelled: number;
  /** Requests that a rule declined, such as that the time was just taken. */
  declined: number;
  /** Sent again with the same key after no answer or a 5xx. */
  retried: number;
  /** Left without an answer on purpose, as a customer who closes the browser. */
  abandoned: number;
}

export interface Customers {
  readonly known: readonly Known[];
  readonly tally: Tally;
  /** One more customer who books once, with one try; undefined when it came to nothing. */
  bookOnce(): Promise<Known | undefined>;
  /** Position of the read models that show a booking, asked once; undefined without an answer. */
  projectedFor(booking: Known): Promise<string | undefined>;
  /** Lets requests under way come to an answer, then ends. */
  close(): Promise<void>;
}

const SERVICES = ['scalp-treatment', 'mens-haircut', 'womens-haircut', 'color-treatment', 'perm'];
const PAUSE_MS = 15;
/** A customer who has had no answer for so long won't get one. */
const PATIENCE_MS = 90_000;

interface CustomersOptions {
  readonly count: number;
  readonly days: readonly SalonDate[];
  /** 0 to 1; the same seed gives the same wishes, though not the same timing. */
  readonly random: () => number;
  readonly serverUrl: () => string | undefined;
  readonly traffic: Pick<Traffic, 'note'>;
}

/** Customers who look, book, move and cancel at once, retry with the same key and sometimes give up. */
export function startCustomers({ count, days, random, serverUrl, traffic }: CustomersOptions): Customers {
  const client = createHttpClient(() => serverUrl() ?? 'http://127.0.0.1:9');
  const known: Known[] = [];
  const tally: Tally = { booked: 0, moved: 0, cancelled: 0, declined: 0, retried: 0, abandoned: 0 };
  let closing = false;
  let keys = 0;
  const pick = <T>(items: readonly [T, ...T[]] | readonly T[]): T =>
    items[Math.floor(random() * items.length)] as T;
  const aKey = () => {
    keys += 1;
    return `chaos-key-${keys}-${Math.floor(random() * 1e9)}`;
  };
  const aTime = () => ({ date: pick(days), time: formatTime(540 + 30 * Math.floor(random() * 16)) });

  /** One request; undefined when the connection broke. */
  async function asked(wire: WireRequest): Promise<Answer | undefined> {
    const startedAt = performance.now();
    const answer = await client.send(wire).catch(() => undefined);
    traffic.note(wire, startedAt, answer);
    return answer;
  }

  /** The answer, however many tries with one key it takes; undefined when the customer gave up without one. */
  async function answered(wire: WireRequest, mostTries: number): Promise<Answer | undefined> {
    const headers = { ...wire.headers, 'Idempotency-Key': aKey() };
    const until = performance.now() + PATIENCE_MS;
    for (let tries = 1; ; tries += 1) {
      const isUp = serverUrl() !== undefined;
      const answer = isUp ? await asked({ ...wire, headers }) : undefined;
      if (answer && answer.status < 500) return answer;
      if ((isUp && tries >= mostTries) || performance.now() > until) {
        tally.abandoned += 1;
        return undefined;
      }
      tally.retried += 1;
      await sleep(20 + random() * 60);
    }
  }

  const patience = () => (random() < 0.25 && !closing ? 1 : Number.POSITIVE_INFINITY);

  async function book(person: number, mostTries = patience()): Promise<Known | undefined> {
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
    const answer = await answered({ method: 'POST', path: '/api/bookings', body }, mostTries);
    if (answer?.status !== 201) {
      if (answer) tally.declined += 1;
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

  const bearer = ({ token }: Known) => ({ Authorization: `Bearer ${token}` });

  async function change(booking: Known, command: 'cancel' | 'reschedule'): Promise<void> {
    const to = aTime();
    const [before] = booking.states;
    if (!before) return;
    const after = command === 'cancel' ? { ...before, status: 'cancelled' as const } : { ...before, ...to };
    const body = command === 'cancel' ? {} : { new_date: to.date, new_time: to.time };
    const wire = { method: 'POST', path: `/api/manage/${command}`, body, headers: bearer(booking) };
    const answer = await answered(wire, patience());
    if (answer === undefined) booking.states = [before, after];
    else if (answer.status === 200) {
      booking.position = (answer.json as { position: string }).position;
      booking.positions.push(booking.position);
      booking.states = [after];
      if (command === 'cancel') tally.cancelled += 1;
      else tally.moved += 1;
    } else tally.declined += 1;
  }

  /** Loads the data that the wizard and the private link show before somebody decides. */
  async function look(booking?: Known): Promise<void> {
    if (serverUrl() === undefined) return;
    if (booking) await asked({ path: '/api/manage', headers: bearer(booking) });
    else await asked({ path: `/api/availability?date=${pick(days)}&services=${pick(SERVICES)}` });
  }

  /** Books, changes it a few times and cancels in the end, so that the days don't fill. */
  async function live(person: number): Promise<void> {
    while (!closing) {
      if (random() < 0.5) await look();
      const booking = await book(person);
      while (booking && !closing && booking.states.length === 1 && booking.states[0]?.status === 'pending') {
        await sleep(random() * PAUSE_MS);
        if (random() < 0.3) await look(booking);
        await change(booking, random() < 0.4 ? 'cancel' : 'reschedule');
      }
      await sleep(random() * PAUSE_MS);
    }
  }

  const working = Promise.all(Array.from({ length: count }, (_, person) => live(person)));
  return {
    known,
    tally,
    bookOnce: () => book(count, 1),
    async projectedFor(booking) {
      const path = `/api/manage?after=${booking.position}`;
      const answer = await asked({ path, headers: bearer(booking) });
      return answer?.headers['x-projected-position']?.toString();
    },
    async close() {
      closing = true;
      await working;
      client.close();
    },
  };
}
