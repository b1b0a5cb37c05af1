import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { availability } from '../../projections/availability/projection.ts';
import { BOOKINGS_TABLE, bookings } from '../../projections/bookings/projection.ts';
import { createBookingById } from '../../projections/bookings/queries.ts';
import { customers } from '../../projections/customers/projection.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { RebuildFailed } from '../../projections/engine/rebuild/fill.ts';
import { type RebuildProgress, rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import { type Projecting, startProjections } from '../../projections/engine/supervisor.ts';
import { hours } from '../../projections/hours/projection.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { openPersonal } from '../../src/eventsourcing/sealing/open-personal.ts';
import { sealedEventStore } from '../../src/eventsourcing/sealing/sealed-event-store.ts';
import { verify } from '../../src/proof/verify.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';
import { eventually } from '../support/machine/eventually.ts';
import { followedPositions } from '../support/read-models/followed-positions.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import {
  booked,
  customerRegistered,
  onBooking,
  record,
  silentLogger,
  slotAt,
  slotTaken,
  unsealed,
} from './events.ts';
import { analyzed, rowsIn } from './rows.ts';

/** Far beyond what a request would wait: a machine busy with other tests isn't what these are about. */
const PATIENCE_MS = 60_000;

let database: TestDatabase;
let pool: Pool;
let store: EventStore;
let running: { side: Projecting; stop: AbortController } | undefined;
const projections = [availability, bookings, hours];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool } = database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await pool.query('drop schema if exists read cascade');
  await pool.query('drop schema if exists read_rebuild cascade');
  await database.migrate();
  store = memoryEventStore();
});

async function stopProjecting() {
  running?.stop.abort();
  await running?.side.ended;
  running = undefined;
}
afterEach(stopProjecting);

async function startProjecting(of: readonly Projection[] = projections) {
  const stop = new AbortController();
  const positions = await followedPositions(pool, of, stop.signal);
  const side = await startProjections(
    { store, pool, open: unsealed, projections: of, logger: silentLogger },
    stop.signal,
  );
  running = { side, stop };
  return positions;
}

const deps = () => ({ store, pool, open: unsealed });
const proving = () => ({ ...deps(), projections, now: () => new Date('2026-11-20T18:01:00Z') });
/** Half an hour each, one after another, so that no two overlap. */
const slots = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => {
    const place = from + index;
    return slotAt(
      `2027-01-${String(1 + Math.floor(place / 20)).padStart(2, '0')}`,
      540 + (place % 20) * 30,
      570 + (place % 20) * 30,
    );
  });

describe('a rebuild', () => {
  it('mends rows that went wrong, also while nothing new happens', async () => {
    const positions = await startProjecting();
    const [first] = slots(1);
    if (!first) throw new Error('no slot');
    const at = await record(store, booked(first));
    await positions.reached('bookings', at, PATIENCE_MS);
    const right = await rowsIn(pool, bookings);
    await pool.query(`update ${BOOKINGS_TABLE} set status = 'cancelled', notes = 'wrong'`);
    await rebuild(deps(), bookings);
    expect(await rowsIn(pool, bookings)).toEqual(right);
    const later = await record(store, [onBooking(first.bookingId, 'BookingConfirmed')]);
    expect(await positions.reached('bookings', later, PATIENCE_MS)).toBe(later);
    expect((await rowsIn(pool, bookings)).bookings).toMatchObject([{ status: 'confirmed', version: 2 }]);
  });

  it('goes on beside writers and readers, who notice nothing', async () => {
    const positions = await startProjecting();
    const all = slots(120);
    for (const slot of all.slice(0, 60)) await record(store, booked(slot));
    const bookingById = createBookingById(pool);
    const [known] = all;
    if (!known) throw new Error('no slot');
    await positions.reached('bookings', await store.head(), PATIENCE_MS);
    let done = false;
    const reading = (async () => {
      let reads = 0;
      for (; !done; reads += 1) expect((await bookingById(known.bookingId))?.id).toBe(known.bookingId);
      return reads;
    })();
    const writing = (async () => {
      for (const slot of all.slice(60)) {
        const at = await record(store, booked(slot));
        expect(await positions.reached('bookings', at, PATIENCE_MS)).toBe(at);
      }
    })();
    for (let round = 0; round < 5; round += 1) await rebuild(deps(), bookings);
    await writing;
    done = true;
    expect(await reading).toBeGreaterThan(5);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(120);
    expect((await verify(proving())).readModels).toMatchObject([
      { name: 'availability', differences: [] },
      { name: 'bookings', differences: [] },
      { name: 'hours', differences: [] },
    ]);
  });

  it('puts tables into use only once Postgres has statistics about them', async () => {
    const all = slots(3);
    for (const slot of all) await record(store, [...booked(slot), customerRegistered(slot.bookingId)]);
    await rebuild(deps(), bookings);
    await rebuild(deps(), customers);
    expect(await analyzed(pool)).toEqual(
      expect.arrayContaining([
        `bookings_v${bookings.version}.customer_id`,
        `customers_v${customers.version}.sort_name`,
        // The index of the contacts: statistics of what it is made of exist once it exists.
        `customers_v${customers.version}_3.string_to_array`,
      ]),
    );
  });

  it('lets the live projector finish the batch it is writing', async () => {
    const positions = await startProjecting();
    for (const slot of slots(3)) await record(store, booked(slot));
    await positions.reached('bookings', await store.head(), PATIENCE_MS);
    const right = await rowsIn(pool, bookings);
    const batch = await pool.connect();
    await batch.query(`begin; lock table ${BOOKINGS_TABLE} in row exclusive mode`);
    const rebuilt = rebuild(deps(), bookings);
    const waiting = `select 1 from pg_locks where relation = '${BOOKINGS_TABLE}'::regclass and not granted`;
    await vi.waitUntil(async () => (await batch.query(waiting)).rows.length > 0, PATIENCE_MS);
    await batch.query("update read.models set updated_at = now() where place = 'read' and name = 'bookings'");
    await batch.query('commit');
    batch.release();
    await rebuilt;
    expect(await rowsIn(pool, bookings)).toEqual(right);
  });

  it('reports its progress', async () => {
    const positions = await startProjecting();
    for (const slot of slots(20)) await record(store, booked(slot));
    await positions.reached('bookings', await store.head(), PATIENCE_MS);
    const progress: RebuildProgress[] = [];
    await rebuild(deps(), bookings, { onProgress: (step) => progress.push(step) });
    expect(progress.at(-1)).toMatchObject({ done: 20, total: 20, secondsLeft: 0 });
  });

  it('leaves the live tables alone when it meets an event that it can not handle', async () => {
    const positions = await startProjecting([bookings]);
    for (const slot of slots(3)) await record(store, booked(slot));
    await positions.reached('bookings', await store.head(), PATIENCE_MS);
    const live = await rowsIn(pool, bookings);
    const [table] = bookings.tables;
    if (!table) throw new Error('no table');
    const broken: Projection = {
      ...bookings,
      tables: [
        {
          ...table,
          evolve: () => {
            throw new TypeError('broken');
          },
        },
      ],
    };
    await expect(rebuild(deps(), broken)).rejects.toThrow(RebuildFailed);
    expect(await rowsIn(pool, bookings)).toEqual(live);
  });

  it('sets a read model right that had stopped', async () => {
    const [table] = bookings.tables;
    if (!table) throw new Error('no table');
    const state = { broken: true };
    const brittle: Projection = {
      ...bookings,
      tables: [
        {
          ...table,
          evolve(row, event) {
            if (state.broken) throw new TypeError('broken');
            return table.evolve(row, event);
          },
        },
      ],
    };
    await startProjecting([brittle]);
    for (const slot of slots(3)) await record(store, booked(slot));
    await eventually(() => expect(running?.side.health().readModels[0]?.status).toBe('stopped'));
    state.broken = false;
    await rebuild(deps(), brittle);
    await eventually(() => expect(running?.side.health().ready).toBe(true));
    expect((await rowsIn(pool, brittle)).bookings).toHaveLength(3);
  });

  it('fills the tables of a new version at the start, from the whole log', async () => {
    const positions = await startProjecting();
    for (const slot of slots(5)) await record(store, booked(slot));
    await positions.reached('bookings', await store.head(), PATIENCE_MS);
    await stopProjecting();
    const next = { ...bookings, version: 2 };
    const later = await startProjecting([availability, next, hours]);
    expect(await later.reached('bookings', await store.head(), PATIENCE_MS)).toBe(await store.head());
    expect((await rowsIn(pool, next)).bookings).toHaveLength(5);
  });
});

describe('verify', () => {
  it('is clean when log and read models are as they should be, and leaves nothing behind', async () => {
    const positions = await startProjecting();
    for (const slot of slots(30)) await record(store, booked(slot));
    await positions.reached('bookings', await store.head(), PATIENCE_MS);
    const result = await verify(proving());
    expect(result).toMatchObject({ isClean: true, events: 60, bookings: 30, slots: 30 });
    expect(result.position).toBe(await store.head());
    const { rows } = await pool.query("select nspname from pg_namespace where nspname like 'read%'");
    expect(rows).toEqual([{ nspname: 'read' }]);
    expect((await pool.query("select from read.models where place <> 'read'")).rowCount).toBe(0);
  });

  it('names every row that is not what the log says', async () => {
    const positions = await startProjecting();
    const [altered, lost] = slots(2);
    if (!altered || !lost) throw new Error('no slots');
    await record(store, [...booked(altered), ...booked(lost)]);
    await positions.reached('bookings', await store.head(), PATIENCE_MS);
    await pool.query(`update ${BOOKINGS_TABLE} set notes = null where id = $1`, [altered.bookingId]);
    await pool.query(`delete from ${BOOKINGS_TABLE} where id = $1`, [lost.bookingId]);
    const { isClean, readModels } = await verify(proving());
    expect(isClean).toBe(false);
    const differences = readModels.find(({ name }) => name === 'bookings')?.differences ?? [];
    expect([...differences].sort()).toEqual(
      [altered, lost].map(({ bookingId }) => `bookings ${bookingId} differs from its rebuild`).sort(),
    );
  });

  it('names the events that break the protocol', async () => {
    await startProjecting();
    const first = slotAt('2027-01-01', 540, 600);
    const over = slotAt('2027-01-01', 570, 630);
    await record(store, [...booked(first), slotTaken(over)]);
    const { isClean, violations } = await verify(proving());
    expect(isClean).toBe(false);
    expect(violations).toMatchObject([{ kind: 'overlap', stream: 'agenda-2027-01-01', revision: 1n }]);
  });

  it('counts erased personal parts, and lists those that do not open', async () => {
    const keys = memorySealingKeys();
    const log = store;
    const sealed = sealedEventStore(log, keys);
    const [open, erased, broken] = slots(3);
    if (!open || !erased || !broken) throw new Error('no slots');
    for (const slot of [open, erased]) await record(sealed, booked(slot));
    await keys.shred(`booking-${erased.bookingId}`);
    const opening = { ...proving(), projections: [], open: openPersonal(keys) };
    expect(await verify(opening)).toMatchObject({ isClean: true, personalParts: { opened: 1, erased: 1 } });
    await record(sealedEventStore(log, memorySealingKeys()), booked(broken));
    const { isClean, offences, personalParts } = await verify(opening);
    expect(isClean).toBe(false);
    expect(offences).toMatchObject([{ event: `booking-${broken.bookingId}@0` }]);
    expect(personalParts).toEqual({ opened: 1, erased: 1 });
  });
});
