import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { availability } from '../../projections/availability/projection.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import type { SupervisorDeps } from '../../projections/engine/supervisor.ts';
import { type Projecting, startProjections } from '../../projections/engine/supervisor.ts';
import { hours } from '../../projections/hours/projection.ts';
import { services } from '../../projections/services/projection.ts';
import { ADVISORY_LOCKS } from '../../src/adapters/postgres/advisory-locks.ts';
import { type EventStore, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { eventually } from '../support/machine/eventually.ts';
import { followedPositions } from '../support/read-models/followed-positions.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { booked, onBooking, record, serviceAdded, silentLogger, slotAt, unsealed } from './events.ts';
import { analyzed, rowsIn } from './rows.ts';

const PATIENCE_MS = 60_000;
let database: TestDatabase;
let pool: Pool;
let store: EventStore;
const started: { side: Projecting; stop: AbortController }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool } = database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await pool.query('drop schema if exists read cascade');
  await database.migrate();
  store = memoryEventStore();
});
afterEach(async () => {
  for (const { side, stop } of started.splice(0)) {
    stop.abort();
    await side.ended;
  }
});

async function start(
  projections: readonly Projection[] = [availability, bookings, services, hours],
  whileActive: SupervisorDeps['whileActive'] = async () => {},
) {
  const stop = new AbortController();
  const positions = await followedPositions(pool, projections, stop.signal);
  const deps = { store, pool, open: unsealed, projections, logger: silentLogger, whileActive };
  const side = await startProjections(deps, stop.signal);
  started.push({ side, stop });
  return { ...side, positions, stop: () => stop.abort() };
}

const slot = () => slotAt('2026-11-27', 540, 585);
const ofModel = ({ health }: Pick<Projecting, 'health'>, name: string) =>
  health().readModels.find((model) => model.name === name);

/** The bookings, but they can't handle a cancellation until they are mended. */
function brittleBookings() {
  const state = { broken: true };
  const [table] = bookings.tables;
  if (!table) throw new Error('bookings has a table');
  const brittle: Projection = {
    ...bookings,
    tables: [
      {
        ...table,
        evolve(row, event) {
          if (state.broken && event.type === 'BookingConfirmed') throw new TypeError('no such column');
          return table.evolve(row, event);
        },
      },
    ],
  };
  const mend = () => {
    state.broken = false;
  };
  return { brittle, mend };
}

describe('the supervisor', () => {
  it('takes every read model past every event, also those that the event is nothing to', async () => {
    const side = await start();
    const at = await record(store, [...booked(slot()), serviceAdded('updo')]);
    for (const { name } of side.health().readModels)
      expect(await side.positions.reached(name, at, PATIENCE_MS)).toBe(at);
    const elsewhere = await record(store, [{ stream: 'messages-1', type: 'MessageSent', data: {} }]);
    for (const { name } of side.health().readModels) {
      expect(await side.positions.reached(name, elsewhere, PATIENCE_MS)).toBe(elsewhere);
    }
    const { rows } = await pool.query<{ position: string }>('select distinct position from read.models');
    expect(rows).toEqual([{ position: elsewhere }]);
  });

  it('goes on where it stopped', async () => {
    const first = await start();
    const at = await record(store, booked(slot()));
    await first.positions.reached('bookings', at, PATIENCE_MS);
    first.stop();
    await first.ended;
    const later = await record(store, booked(slot()));
    const second = await start();
    expect(await second.positions.reached('bookings', later, PATIENCE_MS)).toBe(later);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(2);
  });

  it('gathers statistics about tables that it fills from a log that was there before', async () => {
    for (let index = 0; index < 500; index += 1) await record(store, booked(slot()));
    const small = await start([hours, bookings]);
    await eventually(() => expect(small.health().ready).toBe(true));
    // Autovacuum may analyze at any time; it has a count of its own.
    const asked = "select relname from pg_stat_user_tables where schemaname = 'read' and analyze_count > 0";
    expect((await pool.query(asked)).rows).toEqual([]);
    small.stop();
    await small.ended;
    await pool.query('drop schema read cascade');
    await database.migrate();
    for (let index = 0; index < 500; index += 1) await record(store, booked(slot()));
    const side = await start([hours, bookings]);
    await eventually(() => expect(side.health().ready).toBe(true));
    expect(await analyzed(pool)).toContain(`bookings_v${bookings.version}.customer_name`);
  });

  it('stops a read model at the event it can not handle and lets the others go on', async () => {
    const { brittle, mend } = brittleBookings();
    const side = await start([availability, brittle, services, hours]);
    const [before, poisoned, after] = [slot(), slot(), slot()];
    await record(store, booked(before));
    const poison = await record(store, [
      ...booked(poisoned),
      onBooking(poisoned.bookingId, 'BookingConfirmed'),
    ]);
    const at = await record(store, booked(after));
    expect(await side.positions.reached('availability', at, PATIENCE_MS)).toBe(at);
    await eventually(() => expect(ofModel(side, 'bookings')?.status).toBe('stopped'));
    expect(ofModel(side, 'bookings')).toMatchObject({
      error: 'TypeError: no such column',
      stoppedAt: poison,
    });
    expect(side.health().ready).toBe(false);
    const { rows } = await pool.query(
      "select status, error_position from read.models where name = 'bookings'",
    );
    expect(rows).toEqual([{ status: 'stopped', error_position: poison }]);
    const pending = (await rowsIn(pool, brittle)).bookings ?? [];
    expect(pending.map(({ id }) => id)).toEqual([before.bookingId, poisoned.bookingId].sort());

    mend();
    side.retry('bookings');
    expect(await side.positions.reached('bookings', at, PATIENCE_MS)).toBe(at);
    expect((await rowsIn(pool, brittle)).bookings).toHaveLength(3);
    await eventually(() => expect(side.health().ready).toBe(true));
  });

  it('finds the one event it can not handle in a batch of many', async () => {
    const { brittle } = brittleBookings();
    const slots = Array.from({ length: 40 }, slot);
    for (const [index, each] of slots.entries()) {
      await record(store, [
        ...booked(each),
        ...(index === 25 ? [onBooking(each.bookingId, 'BookingConfirmed')] : []),
      ]);
    }
    const side = await start([brittle, availability]);
    await eventually(() => expect(ofModel(side, 'bookings')?.status).toBe('stopped'));
    expect((await rowsIn(pool, brittle)).bookings).toHaveLength(26);
  });

  it('stops a read model at an event of a later version of the program', async () => {
    const side = await start();
    const unknown = await record(store, [{ ...serviceAdded('updo'), schemaVersion: 3 }]);
    await side.positions.reached('bookings', unknown, PATIENCE_MS);
    // Each is stopped by itself, after retries of its own.
    for (const name of ['services', 'availability']) {
      await eventually(() =>
        expect(ofModel(side, name)).toMatchObject({ status: 'stopped', stoppedAt: unknown }),
      );
    }
    expect(ofModel(side, 'services')?.error).toContain('version 3');
    expect(ofModel(side, 'hours')?.status).toBe('running');
    const at = await record(store, [serviceAdded('perm')]);
    await side.positions.reached('bookings', at, PATIENCE_MS);
    await eventually(() => expect(ofModel(side, 'services')?.eventsBehind).toBeGreaterThan(0));
  });

  it('lets one process of several project, and another take over', async () => {
    const first = await start();
    await eventually(() => expect(first.health().role).toBe('active'));
    const second = await start();
    const at = await record(store, booked(slot()));
    await first.positions.reached('bookings', at, PATIENCE_MS);
    await eventually(() => expect(second.health().role).toBe('standby'));
    first.stop();
    await first.ended;
    await eventually(() => expect(second.health().role).toBe('active'));
    const later = await record(store, booked(slot()));
    expect(await second.positions.reached('bookings', later, PATIENCE_MS)).toBe(later);
  });

  it('is not ready between two attempts, nor before the next one has caught up', async () => {
    const log = store;
    const state = { isLost: false, isBehind: false, cut: () => {} };
    store = {
      ...log,
      async *subscribe(options) {
        const connection = new AbortController();
        state.cut = () => connection.abort();
        const signal = AbortSignal.any([options.signal, connection.signal]);
        if (!state.isLost) {
          for await (const batch of log.subscribe({ ...options, signal })) {
            yield { ...batch, caughtUp: batch.caughtUp && !state.isBehind };
          }
        }
        if (state.isLost) throw new StoreUnavailable('gone');
      },
    };
    const { health, positions } = await start([bookings]);
    await eventually(() => expect(health().ready).toBe(true));

    Object.assign(state, { isLost: true, isBehind: true });
    state.cut();
    await eventually(() =>
      expect(health()).toMatchObject({
        role: 'idle',
        ready: false,
        error: expect.stringContaining('gone'),
      }),
    );

    // It has made sure of its tables before, and waits for nobody who makes others.
    const other = await pool.connect();
    await other.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.registry]);
    state.isLost = false;
    const at = await record(log, booked(slot()));
    expect(await positions.reached('bookings', at, PATIENCE_MS)).toBe(at);
    other.release(true);
    expect(health()).toMatchObject({ role: 'active', ready: false });

    state.isBehind = false;
    await record(log, booked(slot()));
    await eventually(() => expect(health()).toMatchObject({ role: 'active', ready: true, error: null }));
  });

  it('projects again while the work alongside is still ending, which is begun again once it has ended', async () => {
    const log = store;
    let connection = new AbortController();
    store = {
      ...log,
      subscribe(options) {
        connection = new AbortController();
        return log.subscribe({ ...options, signal: AbortSignal.any([options.signal, connection.signal]) });
      },
    };
    const ended = Promise.withResolvers<void>();
    const begun: AbortSignal[] = [];
    const { health, positions } = await start([bookings], async (signal) => {
      begun.push(signal);
      if (begun.length === 1) await ended.promise;
    });
    await eventually(() => expect(health().ready).toBe(true));

    connection.abort();
    await eventually(() => expect(begun[0]?.aborted).toBe(true));
    const at = await record(log, booked(slot()));
    expect(await positions.reached('bookings', at, PATIENCE_MS)).toBe(at);
    expect(begun).toHaveLength(1);

    ended.resolve();
    await eventually(() => expect(begun.map(({ aborted }) => aborted)).toEqual([true, false]));
  });

  it('goes on after its connections were lost', async () => {
    const side = await start();
    const at = await record(store, booked(slot()));
    await side.positions.reached('bookings', at, PATIENCE_MS);
    // The database's own workers (autovacuum) are another role's, and may not be ended. It waits for the ends, so that the pool gives out none of them later.
    await pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    );
    const later = await record(store, booked(slot()));
    expect(await side.positions.reached('bookings', later, PATIENCE_MS)).toBe(later);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(2);
    // The batch may have gone through just before the loss of the lock's connection was noticed.
    await eventually(() => expect(side.health().role).toBe('active'));
  });
});
