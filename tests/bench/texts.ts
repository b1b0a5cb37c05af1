import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatTime } from '../../src/salon/salon-time.ts';
import { freePort } from '../support/free-port.ts';
import { createHttpClient } from '../support/http-client.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { nobodysNumber, ownAddress, writeTextingProfile } from '../support/texting-profile.ts';
import { startTwilioDouble, twilioSettings } from '../support/twilio-double.ts';
import { startOf } from './calendar.ts';
import type { HttpStage } from './http/http.ts';
import { SECRET_KEY } from './http/sides.ts';
import { inTurns, type Row, rowOf } from './row.ts';

const ROUNDS = 7;
const BOOKINGS_PER_SECOND = 40;
const ROUND_SECONDS = 8;
const WARM_UP_SECONDS = 8;
/** What booking's 99th percentile may grow to while the provider of texts is down. */
const MOST = 1.05;

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** A service that texts at once, through whatever is at the address. */
async function startSide(stage: HttpStage, name: string, providerUrl: string) {
  const server: ServerProcess = await startServerProcess({
    DATABASE_URL: await stage.newDatabase(name),
    NODE_ENV: 'production',
    DATA_DIR: stage.folder,
    SECRET_KEY,
    SALON_PROFILE: await writeTextingProfile(stage.folder),
    TRUST_PROXY: 'loopback',
    BOOKING_LIMIT_PER_HOUR: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    MESSAGE_WINDOW_SECONDS: '0',
    ...twilioSettings(providerUrl),
  });
  const client = createHttpClient(() => server.url);
  let turn = 0;

  async function book(due: number): Promise<number> {
    turn += 1;
    const { date, start } = startOf(turn);
    const { status, text } = await client.send({
      method: 'POST',
      path: '/api/bookings',
      headers: { 'Idempotency-Key': randomUUID(), 'X-Forwarded-For': ownAddress(turn) },
      body: {
        customer_name: 'Ada Lovelace',
        customer_email: 'ada@example.com',
        customer_phone: nobodysNumber(turn),
        appointment_date: date,
        appointment_time: formatTime(start),
        services: ['scalp-treatment'],
        notes: null,
        sms_consent: true,
      },
    });
    if (status !== 201) throw new Error(`a booking was answered ${status}: ${text}`);
    return performance.now() - due;
  }

  return {
    /** Books at a steady rate. @returns the 99th percentile in milliseconds, from when each was due */
    async p99(seconds: number): Promise<number> {
      const began = performance.now();
      const times: Promise<number>[] = [];
      for (let number = 0; number < seconds * BOOKINGS_PER_SECOND; number += 1) {
        const due = began + (number * 1_000) / BOOKINGS_PER_SECOND;
        await sleep(Math.max(0, due - performance.now()));
        times.push(book(due));
      }
      const p99 = percentile(await Promise.all(times), 0.99);
      // The other side's turn is longer than the server keeps an idle connection, so none may be used again.
      client.close();
      return p99;
    },
    async stop() {
      client.close();
      await server.stop();
    },
  };
}

/** Booking while texts can't leave, against the same while they do. */
export async function benchTexts(stage: HttpStage): Promise<Row[]> {
  const well = await startTwilioDouble();
  const silent = await startTwilioDouble();
  silent.answers(() => {});
  const sides = await Promise.all([
    startSide(stage, 'texts_leave', well.url),
    startSide(stage, 'texts_refused', `http://127.0.0.1:${await freePort()}`),
    startSide(stage, 'texts_silent', silent.url),
  ]);
  const [leaving, refused, unanswered] = sides;
  try {
    for (const side of sides) await side.p99(WARM_UP_SECONDS);
    const against = async (side: typeof refused, what: string): Promise<Row> => {
      const rounds = await inTurns(ROUNDS, {
        limit: () => leaving.p99(ROUND_SECONDS),
        ours: () => side.p99(ROUND_SECONDS),
      });
      const name = `booking p99 at ${BOOKINGS_PER_SECOND}/s while the provider of texts ${what}, beside one that is well`;
      return rowOf({ name, unit: 'ms', required: MOST }, rounds);
    };
    const rows = [await against(refused, 'cannot be reached'), await against(unanswered, 'never answers')];
    if (well.messages.length === 0) throw new Error('no text has left, so nothing was compared');
    return rows;
  } finally {
    await Promise.all([...sides.map((side) => side.stop()), well.stop(), silent.stop()]);
  }
}
