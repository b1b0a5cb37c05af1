import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CreatedBooking } from '../../../../src/contracts/bookings/bookings.ts';
import { formatTime } from '../../../../src/salon/salon-time.ts';
import { nobodysNumber, ownAddress } from '../../../support/messages/texting-profile.ts';
import { createHttpClient, type WireRequest } from '../../../support/network/http-client.ts';
import { days } from '../../bench/calendar.ts';

const AT_ONCE = 12;
/** No appointment is so near that its reminder is due meanwhile. */
const LATER_DAYS = days.slice(3);
/** Online an appointment can be moved to a start from here on. */
const FIRST_START = 540;
/** A customer who has had no answer for so long won't get one. */
const PATIENCE_MS = 300_000;
const MOVED = 15;
const CANCELLED = 10;
const STOPPED = 3;

/** A time for each turn, day by day and only then the next half hour. */
function timeOf(turn: number) {
  const date = LATER_DAYS[turn % LATER_DAYS.length] ?? '';
  return { date, time: formatTime(FIRST_START + 30 * Math.floor(turn / LATER_DAYS.length)) };
}

interface CustomersOptions {
  readonly url: string;
  readonly count: number;
  readonly random: () => number;
  /** Texts STOP; resolves once the service has acknowledged it. */
  stop(number: string): Promise<void>;
}

/** Each books once; some move, cancel, or want no more texts, at once or a while later. */
export async function bookAndChange({ url, count, random, stop }: CustomersOptions) {
  const client = createHttpClient(() => url, AT_ONCE);
  const stopped: { readonly number: string; readonly at: number }[] = [];
  const chance = (percent: number) => random() * 100 < percent;

  async function done(person: number, wire: WireRequest): Promise<unknown> {
    const headers = {
      ...wire.headers,
      'Idempotency-Key': randomUUID(),
      'X-Forwarded-For': ownAddress(person),
    };
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      // A connection may be closed under the request, and a busy service may refuse; the key makes another try safe.
      const answer = await client.send({ ...wire, headers }).catch(() => undefined);
      if (answer && answer.status < 300) return answer.json;
      const isPassing = answer === undefined || answer.status >= 500;
      if (!isPassing || performance.now() > until)
        throw new Error(`${wire.path} was answered ${answer?.status}: ${answer?.text}`);
      await sleep(200);
    }
  }

  async function live(person: number): Promise<void> {
    const number = nobodysNumber(person);
    const { date, time } = timeOf(2 * person);
    const body = {
      customer_name: `Customer ${person}`,
      customer_email: `customer${person}@example.com`,
      customer_phone: number,
      appointment_date: date,
      appointment_time: time,
      services: ['scalp-treatment'],
      notes: null,
      sms_consent: true,
    };
    const booked = await done(person, { method: 'POST', path: '/api/bookings', body });
    const headers = { Authorization: `Bearer ${(booked as CreatedBooking).management_token}` };
    if (chance(50)) await sleep(random() * 6_000);
    if (chance(MOVED)) {
      const to = timeOf(2 * person + 1);
      const body = { new_date: to.date, new_time: to.time };
      await done(person, { method: 'POST', path: '/api/manage/reschedule', body, headers });
    }
    if (chance(CANCELLED))
      await done(person, { method: 'POST', path: '/api/manage/cancel', body: {}, headers });
    if (chance(STOPPED)) {
      await stop(number);
      stopped.push({ number, at: Date.now() });
    }
  }

  const people = Array.from({ length: count }, (_, person) => person).values();
  const one = async () => {
    for (const person of people) await live(person);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  } finally {
    client.close();
  }
  return { stopped };
}
