import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { availability } from '../../../../projections/availability/projection.ts';
import { bookings } from '../../../../projections/bookings/projection.ts';
import type { Projection } from '../../../../projections/engine/projection.ts';
import { rebuild } from '../../../../projections/engine/rebuild/rebuild.ts';
import { migrate, SERVICE_MIGRATIONS } from '../../../../src/adapters/postgres/migrate.ts';
import { createPool } from '../../../../src/adapters/postgres/pool.ts';
import { postgresSealingKeys } from '../../../../src/adapters/postgres/sealing-keys.ts';
import { postgresEventStore } from '../../../../src/adapters/postgres-log/log.ts';
import { openPersonal } from '../../../../src/eventsourcing/sealing/open-personal.ts';
import { sealedEventStore } from '../../../../src/eventsourcing/sealing/sealed-event-store.ts';
import { writeHistory } from '../history.ts';
import { type Round, type Row, rowOf } from '../row.ts';

const EVENTS = 100_000;
const ROUNDS = 7;

const BARE_READ = `
  select tx, global_position, stream, revision, event_id, type, data, metadata
  from log.events where (tx, global_position) > ($1::xid8, $2::bigint)
  order by tx, global_position limit 1000`;

/** The limit: every event into Node, 1 000 at a time. Answers events a second. */
export async function bareRead(pool: Pool): Promise<number> {
  const began = performance.now();
  let after = ['0', '0'];
  let events = 0;
  for (;;) {
    const { rows } = await pool.query<{ tx: string; global_position: string }>({
      name: 'bare-read',
      text: BARE_READ,
      values: after,
    });
    events += rows.length;
    const last = rows.at(-1);
    if (!last) return (events * 1_000) / (performance.now() - began);
    after = [last.tx, last.global_position];
  }
}

/**
 * Rebuilds through the real machinery, from the whole log to the switch of tables, against reading the log
 * alone. Bookings also open the sealed personal part of each, which the log's reading alone doesn't.
 */
export async function benchRebuild(connectionString: string): Promise<Row[]> {
  const pool = createPool({ url: connectionString, name: 'bench', statementTimeoutMs: 0 });
  const store = postgresEventStore({ url: connectionString, connections: 32 });
  const keys = postgresSealingKeys(pool, randomBytes(32));
  try {
    await store.migrate();
    await migrate(connectionString, SERVICE_MIGRATIONS);
    await writeHistory(sealedEventStore(store, keys), EVENTS);
    await pool.query('vacuum analyze');
    const { rows } = await pool.query<{ count: string }>('select count(*) from log.events');
    const total = Number(rows[0]?.count);
    const deps = { store, pool, open: openPersonal(keys) };
    const rebuildRate = async (projection: Projection) => total / (await rebuild(deps, projection)).seconds;

    const rounds = { availability: [] as Round[], bookings: [] as Round[] };
    await bareRead(pool);
    for (let round = 0; round < ROUNDS; round += 1) {
      const limit = await bareRead(pool);
      rounds.availability.push({ limit, ours: await rebuildRate(availability) });
      rounds.bookings.push({ limit: await bareRead(pool), ours: await rebuildRate(bookings) });
    }
    const row = (name: string, required: number, of: readonly Round[]): Row =>
      rowOf({ name: `rebuild of ${name}, ${total} events`, unit: 'events/s', required }, of);
    return [
      row('availability', 0.85, rounds.availability),
      row('bookings (personal parts opened)', 0.35, rounds.bookings),
    ];
  } finally {
    await store.close();
    await pool.end();
  }
}

if (import.meta.main) console.table(await benchRebuild(process.argv[2] ?? ''));
