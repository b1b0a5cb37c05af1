// Slow because it starts two processes on each kind of wrong log.
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { tableNames } from '../../projections/engine/stored-tables.ts';
import { history } from '../../projections/history/projection.ts';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import type { Problem } from '../../src/contracts/problem.ts';
import { eraseAgain } from '../../src/erasure/erase-again.ts';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import type { DoubleLog } from '../support/eventstoredb-double/log.ts';
import { copyOf, givenExchangedLog, WRONG_LOGS } from '../support/log/exchanged-log.ts';
import { bareEnvironment } from '../support/machine/bare-environment.ts';
import type { Answer } from '../support/network/http-client.ts';
import { templateWithTables } from '../support/server/filled-template.ts';
import { createTestDatabase } from '../support/server/postgres.ts';
import { bookingRequest, FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';

/** A salon of two processes, one that answers requests and one that projects, whose log can be exchanged. */
async function givenTwoProcesses() {
  const exchanged = await givenExchangedLog();
  const database = await createTestDatabase(await templateWithTables());
  const shared = { ...database, drop: async () => {} };
  const stores = { database: shared, logUnderTest: exchanged.logUnderTest };
  let running: TestSalon[] = [];
  const stop = async () => {
    const stopped = running;
    running = [];
    await Promise.all(stopped.map((salon) => salon.stop()));
  };
  onTestFinished(async () => {
    await stop();
    await database.drop();
  });

  async function start() {
    let again = 0;
    const startAgain = () => {
      again += 1;
    };
    const projector = await givenSalon({ stores, startAgain, settings: { ROLE: 'projector' } });
    running.push(projector);
    const api = await givenSalon({ stores, startAgain, settings: { ROLE: 'api' } });
    running.push(api);
    for (const salon of running) await expectReady(salon, 200);
    // Messages leave only once this is set.
    projector.setClock(new Date(FRIDAY_MORNING.getTime() + 120_000));
    return { api, projector, both: running, startedAgain: () => again };
  }
  return { exchanged, start, stop };
}

const TIMES = ['10:00 AM', '11:00 AM', '1:00 PM', '2:00 PM', '3:00 PM', '4:00 PM', '5:00 PM'];

/** Books again and again, four at a time, until it is stopped. What isn't acknowledged is sent again, by the same key, until it is. */
function bookingLoad(salon: TestSalon) {
  let isOver = false;
  const answers: Answer[] = [];
  const book = async () => {
    while (!isOver) {
      const date = salon.freshDay();
      for (const time of TIMES) {
        if (isOver) return;
        const request = bookingRequest({ appointment_date: date, appointment_time: time });
        const once = { key: randomUUID() };
        for (let status = 0; status !== 201; ) {
          const answer = await salon.post('/api/bookings', request, once).catch(() => undefined);
          if (answer) answers.push(answer);
          status = answer?.status ?? 0;
          await sleep(20);
        }
      }
    }
  };
  const ended = Promise.all(Array.from({ length: 4 }, book));
  return {
    answers,
    refused: () => answers.filter(({ json }) => (json as Problem | undefined)?.code === 'wrong-log'),
    async stop() {
      isOver = true;
      await ended;
    },
  };
}

const acknowledged = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => status === 201).map(({ json }) => CreatedBooking.parse(json).id);

const streamsOf = ({ events }: DoubleLog) => new Set(events.map(({ stream }) => stream));

/** The events that the read models and process managers have come to. */
const lastEventsIn = async ({ database }: TestSalon) =>
  (
    await database.pool.query<{ id: string }>(
      `select last_event->>'id' as id from read.models where last_event is not null
       union select last_event->>'id' from process_checkpoints where last_event is not null`,
    )
  ).rows.map(({ id }) => id);

const scriptOf = (name: 'verify' | 'replay') => join(import.meta.dirname, `../../scripts/${name}.ts`);
const environmentOf = (salon: TestSalon) => ({
  ...bareEnvironment(),
  DATABASE_URL: salon.database.url,
  SECRET_KEY: salon.secretKey,
  ...salon.logUnderTest.settings,
});

/** Runs a command that must end by itself. */
function command(salon: TestSalon, name: 'verify' | 'replay') {
  const options = { env: environmentOf(salon), timeout: 60_000 };
  return promisify(execFile)(process.execPath, [scriptOf(name)], options).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  );
}

/** Begins a replay, and kills it once it has rebuilt the appointments. */
const replayCutShort = (salon: TestSalon): Promise<void> =>
  withTransaction(salon.database.pool, async (client) => {
    await client.query('set local idle_in_transaction_session_timeout = 0');
    // It can't replace this one, and so doesn't end before the kill, however late that comes.
    await client.query(`lock table ${tableNames(history)} in access share mode`);
    const child = spawn(process.execPath, [scriptOf('replay')], { env: environmentOf(salon) });
    const ended = once(child, 'exit');
    let printed = '';
    for await (const text of child.stdout) {
      printed += text;
      if (/^bookings +rebuilt/m.test(printed)) child.kill('SIGKILL');
    }
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

const expectReady = (salon: TestSalon, status: number) =>
  expect.poll(async () => (await salon.get('/readyz')).status).toBe(status);

/** The keeper, the registrar and the shredder may have something to do still. */
const expectVerified = (salon: TestSalon) =>
  expect
    .poll(() => command(salon, 'verify'))
    .toMatchObject({ code: 0, output: expect.stringMatching(/^Verified/m) });

it.each(WRONG_LOGS)(
  'a log that is %s, under booking load: nothing is acknowledged into it, and the right one is used again by itself',
  async (_, reason, wrongOf) => {
    const { exchanged, start } = await givenTwoProcesses();
    const { api, projector, both } = await start();
    await api.booked({ appointment_date: api.freshDay() });
    const earlier = copyOf(exchanged.contents);

    const load = bookingLoad(api);
    await expect.poll(() => acknowledged(load.answers).length).toBeGreaterThan(10);
    const right = exchanged.contents;
    const wrong = wrongOf(earlier, right);
    await exchanged.exchange(wrong);
    await expect.poll(() => load.refused().length).toBeGreaterThan(20);
    for (const salon of both) {
      await expectReady(salon, 503);
      await expect
        .poll(async () => (await salon.get('/readyz')).json)
        .toMatchObject({ log: { ready: false, error: expect.stringMatching(reason) } });
      const told = salon.logged.filter((line) => line.includes('The event log is the wrong one'));
      expect(told).toHaveLength(1);
      expect(told[0]).toMatch(reason);
      expect(salon.logged.filter((line) => line.includes('"type":"WrongLog"'))).toEqual([]);
    }
    const verified = await command(api, 'verify');
    expect(verified.code).toBe(1);
    expect(verified.output).toMatch(reason);
    // A batch that was read before the exchange may still be finished.
    const known = new Set(right.events.map(({ id }) => id));
    expect((await lastEventsIn(projector)).filter((id) => !known.has(id))).toEqual([]);

    await exchanged.exchange(right);
    for (const salon of both) await expectReady(salon, 200);
    const count = acknowledged(load.answers).length;
    await expect.poll(() => acknowledged(load.answers).length).toBeGreaterThan(count + 5);
    await load.stop();
    const streams = streamsOf(right);
    expect(acknowledged(load.answers).filter((id) => !streams.has(bookingStream(id)))).toEqual([]);
    await expectVerified(api);
  },
);

it.each(WRONG_LOGS)(
  'replay accepts a log that is %s and says what is lost, and all works on it',
  async (_, reason, wrongOf) => {
    const { exchanged, start, stop } = await givenTwoProcesses();
    const { api, projector, startedAgain } = await start();
    const kept = await api.booked({ appointment_date: api.freshDay() });
    const deleted = await api.booked({ appointment_date: api.freshDay() });
    await expectVerified(api);
    const earlier = copyOf(exchanged.contents);
    const lost = await api.booked({ appointment_date: api.freshDay() });
    await eraseAgain(api.log, [{ position: LOG_START, bookingId: deleted.id }], () => FRIDAY_MORNING);
    const shredded = async () =>
      (await api.database.pool.query('select stream from sealing.sealing_keys where shredded_at is not null'))
        .rows;
    await expect.poll(shredded).toContainEqual({ stream: bookingStream(deleted.id) });
    await expectVerified(api);
    const wrong = wrongOf(earlier, exchanged.contents);
    const has = (id: string) => streamsOf(wrong).has(bookingStream(id));
    await exchanged.exchange(wrong);
    await Promise.all([expectReady(api, 503), expectReady(projector, 503)]);

    await replayCutShort(api);
    const replayed = await command(api, 'replay');
    expect(replayed).toMatchObject({ code: 0, output: expect.stringMatching(reason) });
    expect(replayed.output.includes(`(${lost.id})`)).toBe(!has(lost.id));
    expect(replayed.output.includes(`(${kept.id})`)).toBe(!has(kept.id));
    await expect.poll(startedAgain).toBe(2);
    await stop();

    const next = await start();
    expect((await next.api.database.pool.query('select paused, why from sending')).rows).toEqual([
      { paused: true, why: 'copied' },
    ]);
    const booked = await next.api.booked({
      appointment_date: next.api.freshDay(),
      appointment_time: '5:00 PM',
    });
    const linked = async () => (await next.api.log.read(bookingStream(booked.id))).map(({ type }) => type);
    await expect.poll(linked).toContain('BookingLinked');
    if (has(deleted.id))
      expect((await next.api.log.read(bookingStream(deleted.id))).map(({ type }) => type)).toContain(
        'BookingDeleted',
      );
    await expectVerified(next.api);
  },
);
