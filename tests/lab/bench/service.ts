import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthClient } from '@supabase/auth-js';
import type { Pool } from 'pg';
import { passwordHashing } from '../../../src/adapters/password-hashing.ts';
import { createPool } from '../../../src/adapters/postgres/pool.ts';
import { grantRole } from '../../../src/features/accounts/users/staff.ts';
import { addUser } from '../../../src/features/accounts/users/users.ts';
import { formatTime, type SalonDate } from '../../../src/salon/salon-time.ts';
import { nobodysNumber, ownAddress, writeTextingProfile } from '../../support/messages/texting-profile.ts';
import { startTwilioDouble, twilioSettings } from '../../support/messages/twilio-double.ts';
import {
  type Answer,
  createHttpClient,
  type HttpClient,
  type WireRequest,
} from '../../support/network/http-client.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { startOf } from './calendar.ts';
import { adminPaths, publicPaths } from './paths.ts';
import type { Row } from './row.ts';
import { writeSalon } from './salon.ts';

const SALON = {
  appointments: Number(process.env.BENCH_APPOINTMENTS ?? 50_000),
  customers: 10_000,
  daysAhead: 0,
};
const MOST_MS = { booking: 100, public: 50, admin: 150 };

const WARM_UP = 200;
const BOOKING_CLIENTS = 8;
const BOOKINGS = 800;
const BOOKINGS_PER_SECOND = 20;
const READING_CLIENTS = 4;
const READS = 100;

export const percentile99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

/** So many pieces of work by so many clients. @returns how long each took, in milliseconds */
export async function timesOf(
  clients: number,
  count: number,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let begun = 0;
  const client = async () => {
    while (begun < count) {
      begun += 1;
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

/** Begins work at a steady rate, however long the earlier takes, until the signal aborts. */
async function steadily(perSecond: number, work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  const begun: Promise<unknown>[] = [];
  for (let number = 0; !signal.aborted; number += 1) {
    await sleep(Math.max(0, began + (number * 1_000) / perSecond - performance.now()));
    const piece = work();
    // A failure is handled where all are awaited.
    piece.catch(() => {});
    begun.push(piece);
  }
  await Promise.all(begun);
}

/** Sends a request again whose connection the server closed just then, since nobody had used it for some seconds. */
export async function sent(client: HttpClient, request: WireRequest): Promise<Answer> {
  try {
    return await client.send(request);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    return client.send(request);
  }
}

/** Waits until the read models have read what was written in bulk. */
async function caughtUp(url: string, pool: Pool): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(200);
  await pool.query('vacuum analyze');
}

/** An access token of a new administrator. */
async function signIn(pool: Pool, url: string): Promise<string> {
  const [id, now] = [randomUUID(), new Date()];
  const owner = { email: 'bench@salon.example', password: 'bench-without-a-second-factor' };
  const passwordHash = await passwordHashing().hash(owner.password);
  const named = { firstName: 'Bench', lastName: '', email: owner.email };
  await addUser(pool, { ...named, id, passwordHash, emailConfirmedAt: now, createdAt: now });
  await grantRole(pool, id, now);
  const client = new AuthClient({ url: `${url}/auth/v1`, autoRefreshToken: false, persistSession: false });
  const { data, error } = await client.signInWithPassword(owner);
  if (error) throw error;
  return data.session.access_token;
}

/** A booking as the checkout sends it, for a person of this number. */
export const bookingOf = (person: number, appointment_date: SalonDate, appointment_time: string) =>
  ({
    method: 'POST',
    path: '/api/bookings',
    headers: { 'Idempotency-Key': randomUUID(), 'X-Forwarded-For': ownAddress(person) },
    body: {
      customer_name: 'Ada Lovelace',
      customer_email: `ada${person}@example.com`,
      customer_phone: nobodysNumber(person),
      appointment_date,
      appointment_time,
      services: ['scalp-treatment'],
      notes: null,
      sms_consent: true,
    },
  }) as const;

/** Books like the checkout, each time for somebody else at another time. */
function bookingBy(client: HttpClient): () => Promise<void> {
  let booked = 0;
  return async () => {
    const turn = booked++;
    const { date, start } = startOf(turn);
    const { status, text } = await sent(client, bookingOf(turn, date, formatTime(start)));
    if (status !== 201) throw new Error(`a booking was answered ${status}: ${text}`);
  };
}

/** Starts the service on a log that was written in bulk, with a provider of texts. */
export async function startService(databaseUrl: string, folder: string) {
  const provider = await startTwilioDouble();
  const pool = createPool({ url: databaseUrl, name: 'bench', statementTimeoutMs: 0 });
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'production',
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET_KEY,
    SALON_PROFILE: await writeTextingProfile(folder),
    TRUST_PROXY: 'loopback',
    BOOKING_LIMIT_PER_HOUR: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    MESSAGE_WINDOW_SECONDS: '0',
    ...twilioSettings(provider.url),
  });
  const client = createHttpClient(() => server.url);
  const stop = async () => {
    client.close();
    await server.stop();
    await Promise.all([pool.end(), provider.stop()]);
  };
  try {
    await caughtUp(server.url, pool);
    return { client, pool, stop, token: await signIn(pool, server.url) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A salon of many years while it is booked: bookings, and beside them what visitors and staff read. */
export async function benchService(databaseUrl: string, folder: string): Promise<Row[]> {
  await writeSalon(databaseUrl, SALON);
  const { client, pool, token, ...service } = await startService(databaseUrl, folder);
  const book = bookingBy(client);
  const stop = new AbortController();
  try {
    const read = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const { status, text } = await sent(client, { path, headers });
      if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
    };
    await timesOf(BOOKING_CLIENTS, WARM_UP, book);
    const rows: Row[] = [
      {
        name: `booking, ${BOOKING_CLIENTS} clients`,
        unit: 'ms',
        measured: percentile99(await timesOf(BOOKING_CLIENTS, BOOKINGS, book)),
        most: MOST_MS.booking,
      },
    ];
    const booking = steadily(BOOKINGS_PER_SECOND, book, stop.signal);
    // Its failure is handled where it is awaited.
    booking.catch(() => {});
    const kinds = [
      { most: MOST_MS.public, paths: publicPaths(), headers: {} },
      { most: MOST_MS.admin, paths: await adminPaths(pool), headers: { Authorization: `Bearer ${token}` } },
    ];
    for (const { most, paths, headers } of kinds) {
      for (const [name, ...of] of paths) {
        let turn = 0;
        const next = () => read(of[turn++ % of.length] ?? '', headers);
        await timesOf(READING_CLIENTS, READING_CLIENTS, next);
        const measured = percentile99(await timesOf(READING_CLIENTS, READS, next));
        rows.push({ name: `${name}, beside ${BOOKINGS_PER_SECOND} bookings/s`, unit: 'ms', measured, most });
      }
    }
    stop.abort();
    await booking;
    return rows;
  } finally {
    stop.abort();
    await service.stop();
  }
}
