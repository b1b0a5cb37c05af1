import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { availability } from '../../projections/availability/projection.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { createUnfilled } from '../../projections/engine/read-model-states.ts';
import { type Projecting, startProjections } from '../../projections/engine/supervisor.ts';
import { services } from '../../projections/services/projection.ts';
import { ADVISORY_LOCKS } from '../../src/adapters/postgres/advisory-locks.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { eventually } from '../support/machine/eventually.ts';
import { followedPositions } from '../support/read-models/followed-positions.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { booked, onBooking, record, serviceAdded, silentLogger, slotAt, unsealed } from './events.ts';
import { rowsIn } from './rows.ts';

/** Patience with a busy machine; a request itself waits for two seconds. */
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
  await pool.query('drop schema if exists read cascade; drop schema if exists read_rebuild cascade');
  await database.migrate();
  store = memoryEventStore();
});
afterEach(async () => {
  for (const { side, stop } of started.splice(0)) {
    stop.abort();
    await side.ended;
  }
});

const present: readonly Projection[] = [availability, bookings, services];
/** The bookings as a later version of the program has them. */
const raised: Projection = { ...bookings, version: bookings.version + 1 };
const next: readonly Projection[] = [availability, raised, services];

async function start(projections: readonly Projection[], retireAfterMs?: number) {
  const stop = new AbortController();
  const positions = await followedPositions(pool, projections, stop.signal);
  const deps = { store, pool, open: unsealed, projections, logger: silentLogger };
  const side = await startProjections(
    { ...deps, ...(retireAfterMs !== undefined && { retireAfterMs }) },
    stop.signal,
  );
  started.push({ side, stop });
  const end = () => {
    stop.abort();
    return side.ended;
  };
  const statusOf = (name: string) => side.health().readModels.find((model) => model.name === name)?.status;
  return { ...side, positions, end, statusOf };
}

const slot = () => slotAt('2026-11-27', 540, 585);
const ready = (side: Pick<Projecting, 'health'>) => eventually(() => expect(side.health().ready).toBe(true));

/** Acts as `npm run replay` does at work on the bookings, which keeps everyone else from rebuilding them. */
async function whileRebuiltElsewhere<T>(work: () => Promise<T>): Promise<T> {
  const other = await pool.connect();
  await other.query('select pg_advisory_lock($1, hashtext($2))', [ADVISORY_LOCKS.rebuild, 'bookings']);
  try {
    return await work();
  } finally {
    await other.query('select pg_advisory_unlock_all()');
    other.release();
  }
}

async function runPresentVersion(): Promise<void> {
  const old = await start(present);
  const at = await record(store, [serviceAdded('updo'), ...booked(slot()), ...booked(slot())]);
  await old.positions.reached('bookings', at, PATIENCE_MS);
  await old.end();
}

describe('a raised version of a read model', () => {
  it('is built once by one of two processes that start together, while the other is a standby', async () => {
    await runPresentVersion();
    const both = await Promise.all([start(next), start(next)]);
    await eventually(() => expect(both.filter(({ health }) => health().ready)).toHaveLength(1));
    await eventually(() =>
      expect(both.map(({ health }) => health().role).toSorted()).toEqual(['active', 'standby']),
    );
    expect(both.map(({ health }) => health().error)).toEqual([null, null]);
    expect((await rowsIn(pool, raised)).bookings).toHaveLength(2);

    const [active, standby] = both.toSorted((a) => (a.health().role === 'active' ? -1 : 1));
    await active?.end();
    if (standby) await ready(standby);
    const later = await record(store, booked(slot()));
    expect(await standby?.positions.reached('bookings', later, PATIENCE_MS)).toBe(later);
    expect((await rowsIn(pool, raised)).bookings).toHaveLength(3);
  });

  it('leaves the other read models projecting while it is built', async () => {
    await runPresentVersion();
    const side = await whileRebuiltElsewhere(async () => {
      const side = await start(next);
      const at = await record(store, booked(slot()));
      expect(await side.positions.reached('availability', at, PATIENCE_MS)).toBe(at);
      expect(side.statusOf('bookings')).toBe('rebuilding');
      expect(side.statusOf('availability')).toBe('running');
      expect(side.health().ready).toBe(false);
      // Processes of the earlier version still read their rows, which stand still.
      expect((await rowsIn(pool, bookings)).bookings).toHaveLength(2);
      return side;
    });
    await ready(side);
    expect((await rowsIn(pool, raised)).bookings).toHaveLength(3);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(2);
  });

  it('waits for the process that projects with the earlier version', async () => {
    const old = await start(present);
    await ready(old);
    const waiting = await start(next);
    await eventually(() => expect(waiting.health().role).toBe('standby'));
    const at = await record(store, booked(slot()));
    expect(await old.positions.reached('bookings', at, PATIENCE_MS)).toBe(at);
    await old.end();
    await ready(waiting);
    expect((await rowsIn(pool, raised)).bookings).toHaveLength(1);
  });

  it('stops at an event that it can not handle, and is built when it is tried again', async () => {
    await runPresentVersion();
    const [table] = bookings.tables;
    if (!table) throw new Error('bookings has a table');
    const state = { isBroken: true };
    const brittle: Projection = {
      ...raised,
      tables: [
        {
          ...table,
          evolve(row, event) {
            if (state.isBroken) throw new TypeError('no such column');
            return table.evolve(row, event);
          },
        },
      ],
    };
    const side = await start([availability, brittle, services]);
    await eventually(() => expect(side.statusOf('bookings')).toBe('stopped'));
    const at = await record(store, booked(slot()));
    expect(await side.positions.reached('availability', at, PATIENCE_MS)).toBe(at);
    const { rows } = await pool.query(
      "select version, status from read.models where place = 'read' and name = 'bookings'",
    );
    expect(rows).toEqual([{ version: bookings.version, status: 'running' }]);

    state.isBroken = false;
    side.retry('bookings');
    await ready(side);
    expect((await rowsIn(pool, brittle)).bookings).toHaveLength(3);
  });

  it('has the tables of the earlier version removed by the program that projects', async () => {
    await runPresentVersion();
    const side = await start(next, 0);
    await ready(side);
    await eventually(() => expect(rowsIn(pool, bookings)).rejects.toThrow('does not exist'));
    expect((await rowsIn(pool, raised)).bookings).toHaveLength(2);
  });
});

describe('a log with an event that only a later release can read', () => {
  /** The read models of a release before `BookingUnconfirmed`. */
  const earlier = present.map((projection) => ({
    ...projection,
    tables: projection.tables.map((table) => {
      const { BookingUnconfirmed: _, ...eventTypes } = table.eventTypes;
      return { ...table, eventTypes };
    }),
  }));

  it('stops the read models that need it, and no others, until the process is upgraded', async () => {
    const at = slot();
    const side = await start(earlier);
    await ready(side);
    await record(store, booked(at));
    const undone = await record(store, [
      onBooking(at.bookingId, 'BookingConfirmed'),
      onBooking(at.bookingId, 'BookingUnconfirmed'),
    ]);
    await eventually(() => expect(side.statusOf('bookings')).toBe('stopped'));
    expect(side.health().ready).toBe(false);
    expect((await rowsIn(pool, bookings)).bookings).toMatchObject([{ status: 'confirmed' }]);
    const later = await record(store, booked(slot()));
    expect(await side.positions.reached('availability', later, PATIENCE_MS)).toBe(later);
    await side.end();

    const upgraded = await start(present);
    await ready(upgraded);
    expect(await upgraded.positions.reached('bookings', later, PATIENCE_MS)).toBe(later);
    expect(undone < later).toBe(true);
    const rows = (await rowsIn(pool, bookings)).bookings ?? [];
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending']);
  });
});

describe('a read model that the program did not have before', () => {
  it('is built beside the others, which do not wait for it', async () => {
    const unfilled = () => createUnfilled(pool, present)(['availability', 'bookings']);
    const old = await start([availability, services]);
    const at = await record(store, [serviceAdded('updo'), ...booked(slot())]);
    await old.positions.reached('availability', at, PATIENCE_MS);
    await old.end();
    const side = await whileRebuiltElsewhere(async () => {
      const side = await start(present);
      const later = await record(store, booked(slot()));
      expect(await side.positions.reached('availability', later, PATIENCE_MS)).toBe(later);
      expect(side.statusOf('bookings')).toBe('rebuilding');
      expect(await unfilled()).toEqual([{ name: 'bookings', events: 0 }]);
      return side;
    });
    await ready(side);
    expect(await unfilled()).toEqual([]);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(2);
  });

  it('can’t be read before a program builds it, nor under another version', async () => {
    const side = await start([availability, bookings]);
    await side.positions.reached('bookings', await record(store, booked(slot())), PATIENCE_MS);
    const unfilled = createUnfilled(pool, next);
    expect(await unfilled(['availability', 'bookings', 'services'])).toEqual([
      { name: 'bookings', events: 0 },
      { name: 'services', events: 0 },
    ]);
    expect(await unfilled(['availability'])).toEqual([]);
  });
});
