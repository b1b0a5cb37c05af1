import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { allProjections } from '../../projections/all.ts';
import { startProjections } from '../../projections/main.ts';
import { createProjectedPositions } from '../../projections/projected-positions.ts';
import { createPool } from '../../src/adapters/postgres.ts';
import { postgresEventStore } from '../../src/adapters/postgres-event-store.ts';
import { migrateSealingKeys, postgresSealingKeys } from '../../src/adapters/sealing-keys.ts';
import { openPersonal, sealedEventStore } from '../../src/eventsourcing/sealing.ts';
import type { Row } from './append.ts';
import { bookingEvents, openingEvents } from './history.ts';

const BOOKINGS_PER_SECOND = 50;
const SECONDS = 20;
const WARM_UP_SECONDS = 3;
const ALLOWED_MS = 20;

const codes = { shortCodeOf: (id: string) => id.slice(0, 12), shortCodeHash: (code: string) => code };
const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/**
 * From the answer of a booking's append to the moment when availability and bookings show it, at 50 bookings a
 * second, begun on time however long the ones before take.
 */
export async function benchLag(connectionString: string): Promise<Row[]> {
  const pool = createPool({ url: connectionString, name: 'bench' });
  const log = postgresEventStore({ url: connectionString });
  const keys = postgresSealingKeys(pool, randomBytes(32));
  const stop = new AbortController();
  await log.migrate();
  await migrateSealingKeys(pool);
  const store = sealedEventStore(log, keys);
  const positions = createProjectedPositions();
  const side = await startProjections(
    {
      store: log,
      pool,
      open: openPersonal(keys),
      projections: allProjections(codes),
      positions,
      logger: { error: console.error, warn: console.error, info: () => {} },
    },
    stop.signal,
  );

  /** Appends one booking; answers how many milliseconds later the read models show its last event. */
  async function book(number: number): Promise<number> {
    let position = '';
    for (const [stream, events] of bookingEvents(number)) {
      ({ position } = await store.append(stream, 'any', events));
    }
    const answered = performance.now();
    const reached = await Promise.all([
      positions.reached('availability', position),
      positions.reached('bookings', position),
    ]);
    return reached.every((at) => at >= position) ? performance.now() - answered : Number.POSITIVE_INFINITY;
  }

  try {
    for (const [stream, events] of openingEvents()) await store.append(stream, 'any', events);
    const began = performance.now();
    const bookings: Promise<number>[] = [];
    for (let number = 0; number < BOOKINGS_PER_SECOND * (SECONDS + WARM_UP_SECONDS); number += 1) {
      await sleep(Math.max(0, began + (number * 1_000) / BOOKINGS_PER_SECOND - performance.now()));
      bookings.push(book(number));
    }
    const measured = (await Promise.all(bookings)).slice(BOOKINGS_PER_SECOND * WARM_UP_SECONDS);
    const lags = measured.toSorted((a, b) => a - b);
    const row = (name: string, share: number): Row => {
      const ours = percentile(lags, share);
      return { name, unit: 'ms', limit: ALLOWED_MS, ours, ratio: ours / ALLOWED_MS, required: 1 };
    };
    return [
      row(`live lag p50, ${BOOKINGS_PER_SECOND} bookings/s`, 0.5),
      row(`live lag p99, ${BOOKINGS_PER_SECOND} bookings/s`, 0.99),
    ];
  } finally {
    stop.abort();
    await side.ended;
    await log.close();
    await pool.end();
  }
}

if (import.meta.main) console.table(await benchLag(process.argv[2] ?? ''));
