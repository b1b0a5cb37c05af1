import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/adapters/config.ts';
import { postgresEventStore } from '../../src/adapters/postgres-log/log.ts';
import { LOG_STREAM } from '../../src/eventsourcing/log-opened.ts';
import { type Server, startServer } from '../../src/main.ts';
import {
  FIRST_RELEASE_SECRET_KEY,
  FIRST_RELEASE_STOPPED,
  firstReleaseRows,
  restoreFirstRelease,
} from '../support/first-release/database.ts';
import { eventually } from '../support/machine/eventually.ts';
import { settableClock } from '../support/machine/settable-clock.ts';
import { createHttpClient, type HttpClient } from '../support/network/http-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { bookingRequest } from '../support/server/server.ts';
import { violationsOf, wholeLog } from '../support/server/server-proof.ts';

/** What the first release left behind is taken over: its log, tables, checkpoints, keys and private links. */

/** Of a booking that its customer had moved, as that release handed it out. */
const GRACE = {
  token: 'lV7ST5rZXpW5ekpadRhjXqmYd1S0K5oZmbfyQB43IBcLoGGclrLU8xSYWSz07ddG',
  shortCode: 'kqVtRFgADevX',
  bookingId: '955ed24f-9ad9-5e95-b97a-4a5a7518635e',
};
/** Taken a moment before that release was stopped, by a request that didn't get to claim it. */
const UNCLAIMED = { date: '2026-12-03', time: '3:00 PM', slotId: '76b95d87-7b67-545f-89ce-979f4e2fb071' };

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  onTestFinished(database.drop);
  await restoreFirstRelease(database);
});

const eventsBefore = async () => (await firstReleaseRows()).filter(({ table }) => table === 'log.events');

async function logged() {
  const log = postgresEventStore({ url: database.url, connections: 1 });
  try {
    return await wholeLog(log);
  } finally {
    await log.close();
  }
}

async function start(): Promise<Server & { readonly http: HttpClient }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'salon-first-release-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const settings = {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
  };
  await keepSecretKey(dataDir);
  const clock = settableClock();
  clock.stopAt(FIRST_RELEASE_STOPPED);
  const server = await startServer(loadConfig(settings), { now: clock.now });
  const http = createHttpClient(() => `http://127.0.0.1:${server.port}`);
  return { ...server, http };
}

const countOf = (types: readonly string[], wanted: string) => types.filter((type) => type === wanted).length;

/** Kept in the data folder, where a key is taken that would be too weak as a setting today. */
const keepSecretKey = (dataDir: string) => writeFile(join(dataDir, 'secret-key'), FIRST_RELEASE_SECRET_KEY);

const command = async (name: string, ...args: readonly string[]) => {
  const script = join(import.meta.dirname, `../../scripts/${name}.ts`);
  const dataDir = await mkdtemp(join(tmpdir(), 'salon-first-release-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await keepSecretKey(dataDir);
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env });
  return stdout;
};

describe('the log of the first release', () => {
  it('is served, gone on with, replayed and verified', async () => {
    const server = await start();
    const { http } = server;
    const get = (path: string, token?: string) =>
      http.send({ path, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });
    try {
      await eventually(async () => expect((await get('/readyz')).status).toBe(200));
      // A link of that release opens, with the personal part of its booking.
      expect((await get(`/api/short-links?code=${GRACE.shortCode}`)).json).toMatchObject({
        booking_id: GRACE.bookingId,
        management_token: GRACE.token,
      });
      expect((await get('/api/manage', GRACE.token)).json).toMatchObject({
        customer_name: 'Grace Hopper',
        appointment_date: '2026-11-26',
        appointment_time: '11:00 AM',
        status: 'pending',
      });

      // The slot keeper goes on where it was: what it had to give back is free again.
      const freeOn = (date: string) => async () => {
        const { json } = await get(`/api/availability?date=${date}&services=mens-haircut`);
        return (json as { slots: string[] }).slots;
      };
      await expect.poll(freeOn(UNCLAIMED.date)).toContain(UNCLAIMED.time);

      const cancelled = await http.send({
        method: 'POST',
        path: '/api/manage/cancel',
        body: {},
        headers: { Authorization: `Bearer ${GRACE.token}` },
      });
      expect(cancelled.status).toBe(200);
      await expect.poll(freeOn('2026-11-26')).toContain('11:00 AM');
      const booked = await http.send({
        method: 'POST',
        path: '/api/bookings',
        body: bookingRequest({ appointment_date: UNCLAIMED.date, appointment_time: UNCLAIMED.time }),
      });
      expect(booked.status).toBe(201);
      // Customers are newer than that release: its bookings find theirs as well.
      const typesLogged = async () => (await logged()).map(({ type }) => type);
      const linked = async () => countOf(await typesLogged(), 'BookingLinked');
      const undeleted =
        countOf(await typesLogged(), 'BookingRequested') - countOf(await typesLogged(), 'BookingDeleted');
      await expect.poll(linked).toBe(undeleted);
    } finally {
      http.close();
      await server.stop();
    }

    const before = await eventsBefore();
    const events = await logged();
    expect(events.slice(0, before.length).map(({ id }) => id)).toEqual(before.map(({ row }) => row.event_id));
    const added = events.slice(before.length).map(({ type }) => type);
    expect(added[0]).toBe('LogOpened');
    expect(added.filter((type) => !/^(?:BookingLinked|Customer)/.test(type)).toSorted()).toEqual([
      'BookingCancelled',
      'BookingRequested',
      'LogOpened',
      'SlotClaimLapsed',
      'SlotReleased',
      'SlotReleased',
      'SlotTaken',
    ]);
    expect(violationsOf(events, FIRST_RELEASE_STOPPED)).toEqual([]);

    expect(await command('replay')).toMatch(/bookings +rebuilt from \d+ events/);
    // Commands go by the real time, at which the texts of that day are long overdue.
    await database.pool.query('update sending set counted_from = now()');
    const proof = await command('verify');
    expect(proof).toContain('0 violations');
    expect(proof).toMatch(/erased on purpose/);
    expect(proof).toMatch(/Verified in/);
  });

  it('is left as it is by a command that comes before the first start', async () => {
    await command('replay', 'hours');
    const before = await eventsBefore();
    expect((await logged()).map(({ id }) => id)).toEqual(before.map(({ row }) => row.event_id));
    const { rows } = await database.pool.query('select log_id, identity from read.log');
    expect(rows).toEqual([{ log_id: null, identity: 'Postgres since 2026-11-20T18:00:00.000Z' }]);
  });

  it('is named at its first start, once, though several processes start together', async () => {
    const servers = await Promise.all([start(), start(), start()]);
    for (const { http, stop } of servers) {
      http.close();
      await stop();
    }
    const named = (await logged()).filter(({ stream }) => stream === LOG_STREAM);
    expect(named).toHaveLength(1);
    const { rows } = await database.pool.query('select log_id, kind, identity from read.log');
    expect(rows).toEqual([
      {
        kind: 'Postgres',
        log_id: named[0]?.data.logId,
        identity: 'Postgres since 2026-11-20T18:00:00.000Z',
      },
    ]);
  });
});
