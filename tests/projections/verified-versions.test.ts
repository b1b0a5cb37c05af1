import { expect, it, onTestFinished } from 'vitest';
import { APPOINTMENTS, appointments } from '../../projections/appointments/projection.ts';
import { LIVE_SCHEMA, sqlName } from '../../projections/engine/projection.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import { createTables } from '../../projections/engine/registry.ts';
import { pastOf } from '../../projections/engine/stored-tables.ts';
import { startProjections } from '../../projections/engine/supervisor.ts';
import { verify } from '../../src/proof/verify.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { followedPositions } from '../support/read-models/followed-positions.ts';
import { createTestDatabase } from '../support/server/postgres.ts';
import { booked, onBooking, record, silentLogger, slotAt, unsealed } from './events.ts';

const PATIENCE_MS = 60_000;
const [BEGINNING, END] = ['0'.repeat(32), 'f'.repeat(32)];

it('verify compares versioned tables also as they stood earlier', async () => {
  const database = await createTestDatabase();
  await database.migrate();
  const { pool } = database;
  const store = memoryEventStore();
  const slot = slotAt('2026-11-27', 540, 585);
  const { bookingId } = slot;
  const requested = await record(store, booked(slot));
  const confirmed = await record(store, [onBooking(bookingId, 'BookingConfirmed')]);
  const completed = await record(store, [onBooking(bookingId, 'BookingCompleted', { amountCents: null })]);
  const stop = new AbortController();
  const positions = await followedPositions(pool, [appointments], stop.signal);
  const deps = { store, pool, open: unsealed, projections: [appointments] };
  const side = await startProjections({ ...deps, logger: silentLogger }, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await side.ended;
    await database.drop();
  });
  await positions.reached('appointments', completed, PATIENCE_MS);
  const proven = async () => {
    const { readModels } = await verify({ ...deps, now: () => new Date('2026-11-20T18:01:00Z') });
    return readModels.map(({ earlier, differences }) => ({ earlier, differences: differences.toSorted() }));
  };
  expect(await proven()).toEqual([{ earlier: 3, differences: [] }]);

  // The versions now say that it was requested earlier than it was, and confirmed until today.
  const past = sqlName(appointments, pastOf(APPOINTMENTS));
  await pool.query(`update ${past} set since = $1 where since = $2`, [BEGINNING, requested]);
  await pool.query(`update ${past} set until = $1 where since = $2`, [END, confirmed]);
  expect(await proven()).toEqual([
    {
      earlier: 3,
      differences: [
        `appointments ${bookingId} at ${BEGINNING} differs from its rebuild`,
        `appointments ${bookingId} at ${completed} differs from its rebuild`,
        ...[BEGINNING, requested, confirmed].map(
          (since) => `appointments_past ${bookingId} since ${since} differs from its rebuild`,
        ),
      ].toSorted(),
    },
  ]);
});

it('tables that were filled have the keys and indexes of those that are made empty', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await database.migrate();
  const { pool } = database;
  const indexes = async () => {
    const { rows } = await pool.query<{ indexdef: string }>(
      'select indexdef from pg_indexes where schemaname = $1 order by indexname',
      [LIVE_SCHEMA],
    );
    return rows
      .map(({ indexdef }) => indexdef)
      .filter((definition) => definition.includes(' read.appointments'));
  };
  await createTables(pool, LIVE_SCHEMA, appointments);
  const empty = await indexes();
  expect(empty).toHaveLength(7);
  await rebuild({ store: memoryEventStore(), pool, open: unsealed }, appointments);
  expect(await indexes()).toEqual(empty);
});
