import { allProjections } from '../../../../projections/all.ts';
import { startProjections } from '../../../../projections/engine/supervisor.ts';
import { openEventLog } from '../../../../src/adapters/event-log/open.ts';
import { migrate, SERVICE_MIGRATIONS } from '../../../../src/adapters/postgres/migrate.ts';
import { createPool } from '../../../../src/adapters/postgres/pool.ts';
import { postgresSealingKeys } from '../../../../src/adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../../../../src/adapters/secrets/derived-keys.ts';
import { openPersonal } from '../../../../src/eventsourcing/sealing/open-personal.ts';
import { sealedEventStore } from '../../../../src/eventsourcing/sealing/sealed-event-store.ts';
import { followedPositions } from '../../../support/read-models/followed-positions.ts';
import type { BenchLog } from '../eventstoredb.ts';
import { bookingEvents, openingEvents } from '../history.ts';
import { SECRET_KEY } from '../http/sides.ts';
import type { Row } from '../row.ts';
import { steadily } from '../steadily.ts';

const BOOKINGS_PER_SECOND = 50;
const SECONDS = 20;
const WARM_UP_SECONDS = 3;
const ALLOWED_MS = 20;

const codes = { shortCodeOf: (id: string) => id.slice(0, 12), shortCodeHash: (code: string) => code };
const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Where the log is, when it isn't in the database. */
type Elsewhere = Pick<BenchLog, 'url' | 'name'>;

/**
 * From the answer of a booking's append to the moment when availability and bookings show it, at 50 bookings a
 * second, begun on time however long the ones before take.
 */
export async function benchLag(connectionString: string, elsewhere?: Elsewhere): Promise<Row[]> {
  const pool = createPool({ url: connectionString, name: 'bench' });
  const log = await openEventLog({ eventstoreUrl: elsewhere?.url }, connectionString);
  const keys = postgresSealingKeys(pool, deriveKey(SECRET_KEY, 'sealing-master/v1'));
  const stop = new AbortController();
  await migrate(connectionString, SERVICE_MIGRATIONS);
  const store = sealedEventStore(log, keys);
  const projections = allProjections(codes);
  const positions = await followedPositions(pool, projections, stop.signal);
  const side = await startProjections(
    {
      store: log,
      pool,
      open: openPersonal(keys),
      projections,
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
    let booked = 0;
    const all = await steadily(BOOKINGS_PER_SECOND, SECONDS + WARM_UP_SECONDS, () => book(booked++));
    const measured = all.slice(BOOKINGS_PER_SECOND * WARM_UP_SECONDS);
    const lags = measured.toSorted((a, b) => a - b);
    const on = elsewhere ? ` on ${elsewhere.name}` : '';
    const row = (name: string, share: number): Row => {
      const ours = percentile(lags, share);
      const ratio = ours / ALLOWED_MS;
      return {
        name: `live lag ${name}${on}, ${BOOKINGS_PER_SECOND} bookings/s`,
        unit: 'ms',
        limit: ALLOWED_MS,
        ours,
        ratio,
        spread: [ratio, ratio],
        required: elsewhere ? null : 1,
      };
    };
    return [row('p50', 0.5), row('p99', 0.99)];
  } finally {
    stop.abort();
    await side.ended;
    await log.close();
    await pool.end();
  }
}

if (import.meta.main) console.table(await benchLag(process.argv[2] ?? ''));
