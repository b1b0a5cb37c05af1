import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { availability } from '../../projections/availability/projection.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import { type Projection, REBUILD_SCHEMA, verifySchema } from '../../projections/engine/projection.ts';
import { fill } from '../../projections/engine/rebuild/fill.ts';
import { whileFilling } from '../../projections/engine/rebuild/filling-lock.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import { createUnusedTables } from '../../projections/engine/rebuild/unused-tables.ts';
import { startProjections } from '../../projections/engine/supervisor.ts';
import { services } from '../../projections/services/projection.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { eventually } from '../support/machine/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { booked, record, serviceAdded, silentLogger, slotAt, unsealed } from './events.ts';
import { rowsIn } from './rows.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let pool: Pool;
let store: EventStore;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool } = database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const schema of ['read', REBUILD_SCHEMA, verifySchema('0a')])
    await pool.query(`drop schema if exists ${schema} cascade`);
  await database.migrate();
  store = memoryEventStore();
  await record(store, [serviceAdded('updo'), ...booked(slot()), ...booked(slot())]);
});

const slot = () => slotAt('2026-11-27', 540, 585);
const deps = () => ({ store, pool, open: unsealed });

const present: readonly Projection[] = [availability, bookings, services];
/** The bookings as a later version of the program has them. */
const raised: Projection = { ...bookings, version: bookings.version + 1 };
const next: readonly Projection[] = [availability, raised, services];

/** Runs a program with these read models until all are built. */
async function run(projections: readonly Projection[]): Promise<void> {
  const stop = new AbortController();
  const side = startProjections({ ...deps(), projections, logger: silentLogger }, stop.signal);
  await eventually(() => expect(side.health().ready).toBe(true));
  stop.abort();
  await side.ended;
}

const sweeping = (projections: readonly Projection[]) =>
  createUnusedTables({ pool, projections, logger: silentLogger });

const tablesIn = async (...schemas: string[]) =>
  (
    await pool.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname = any($1) order by 1`,
      [schemas],
    )
  ).rows.map(({ name }) => name);

describe('the tables of an earlier version', () => {
  it('stay for an hour from when the later one was built', async () => {
    await run(present);
    await run(next);
    const { sweep } = sweeping(next);
    await sweep(false, 0);
    await sweep(true, HOUR_MS);
    await sweep(true, 2 * HOUR_MS - 1);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(2);
    await sweep(true, 2 * HOUR_MS);
    await expect(rowsIn(pool, bookings)).rejects.toThrow('does not exist');
    expect((await rowsIn(pool, raised)).bookings).toHaveLength(2);
    expect((await rowsIn(pool, services)).services).toHaveLength(1);
  });

  it('stay as long as the later one is not built', async () => {
    await run(present);
    const { sweep } = sweeping(next);
    await sweep(true, 0);
    await sweep(true, 2 * HOUR_MS);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(2);
  });

  it('wait another hour when a read model has to be built again meanwhile', async () => {
    await run(present);
    await run(next);
    const { sweep } = sweeping(next);
    await sweep(true, 0);
    await sweep(false, HOUR_MS - 1);
    await sweep(true, HOUR_MS);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(2);
  });

  it('are built again, with every row, when the earlier program returns', async () => {
    await run(present);
    await run(next);
    const { sweep } = sweeping(next);
    await sweep(true, 0);
    await sweep(true, HOUR_MS);
    await run(present);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(2);
  });
});

describe('the tables of a read model that the program has no more', () => {
  it('are removed, and built again when the earlier program returns', async () => {
    await run(present);
    const { sweep } = sweeping([availability, bookings]);
    await sweep(true, 0);
    await sweep(true, HOUR_MS);
    await expect(rowsIn(pool, services)).rejects.toThrow('does not exist');
    const { rows } = await pool.query('select name from read.models order by name');
    expect(rows).toEqual([{ name: 'availability' }, { name: 'bookings' }]);
    await run(present);
    expect((await rowsIn(pool, services)).services).toHaveLength(1);
  });
});

describe('a live table that is gone', () => {
  it('is built again with every row, instead of from its checkpoint on', async () => {
    await run(present);
    await pool.query(`drop table read.bookings_v${bookings.version}`);
    await record(store, booked(slot()));
    await run(present);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(3);
  });
});

describe('tables beside the live ones', () => {
  it('are gone when a rebuild has failed', async () => {
    const [table] = raised.tables;
    if (!table) throw new Error('bookings has a table');
    let rows = 0;
    const brittle: Projection = {
      ...raised,
      tables: [
        {
          ...table,
          evolve(row, event) {
            rows += 1;
            if (rows > 1) throw new TypeError('no such column');
            return table.evolve(row, event);
          },
        },
      ],
    };
    await expect(rebuild(deps(), brittle)).rejects.toThrow('no such column');
    expect(await tablesIn(REBUILD_SCHEMA)).toEqual([]);
    expect((await pool.query('select from read.models')).rowCount).toBe(0);
  });

  it('are removed when a rebuild or a verification was killed, unless another one is at work', async () => {
    const places = [REBUILD_SCHEMA, verifySchema('0a')];
    await run(present);
    for (const schema of places) {
      await fill(deps(), schema, bookings, {
        signal: new AbortController().signal,
        upTo: await store.head(),
      });
    }
    const { sweep } = sweeping(present);
    const left = places.map((schema) => `${schema}.bookings_v${bookings.version}`);
    await whileFilling(pool, async () => {
      await sweep(true, 0);
      expect(await tablesIn(...places)).toEqual(left);
    });
    await sweep(true, HOUR_MS);
    expect(await tablesIn(...places)).toEqual([]);
    const { rows } = await pool.query('select distinct place from read.models');
    expect(rows).toEqual([{ place: 'read' }]);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(2);
  });
});
