import { expect, it, onTestFinished } from 'vitest';
import { availability } from '../../projections/availability/projection.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import { startProjections } from '../../projections/engine/supervisor.ts';
import { eventStoreDb } from '../../src/adapters/eventstoredb/log.ts';
import { verify } from '../../src/proof/verify.ts';
import { eventStoreDbDouble } from '../support/eventstoredb-double/double.ts';
import { followedPositions } from '../support/read-models/followed-positions.ts';
import { createTestDatabase } from '../support/server/postgres.ts';
import { booked, record, silentLogger, slotAt, unsealed } from './events.ts';

/** A log that sends checkpoints: positions between two events, which not every subscription reaches. */

/** After a whole page of history the server's checkpoint is after its last event. */
const BOOKINGS_OF_ONE_PAGE = 16;
const PATIENCE_MS = 60_000;

it('a rebuild and its verification end although the server’s checkpoint is after the last event', async () => {
  const [double, database] = await Promise.all([eventStoreDbDouble(), createTestDatabase()]);
  await database.migrate();
  const store = eventStoreDb({ url: double.url });
  const stop = new AbortController();
  for (let index = 0; index < BOOKINGS_OF_ONE_PAGE; index += 1) {
    await record(store, booked(slotAt('2027-01-01', 30 * index, 30 * index + 30)));
  }
  const projections = [availability, bookings];
  const { pool } = database;
  const deps = { store, pool, open: unsealed };
  const side = await startProjections({ ...deps, projections, logger: silentLogger }, stop.signal);
  const positions = await followedPositions(pool, projections, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await side.ended;
    await store.close();
    double.stop();
    await database.drop();
  });
  const head = await store.head();
  // Checkpoints go no further than the last event, since a log that was set back may have new events beyond it.
  expect(await positions.reached('bookings', head, PATIENCE_MS)).toBe(head);

  expect((await rebuild(deps, bookings)).events).toBe(BOOKINGS_OF_ONE_PAGE);
  const proof = await verify({ ...deps, projections, now: () => new Date('2026-11-20T18:01:00Z') });
  expect(proof).toMatchObject({ isClean: true, bookings: BOOKINGS_OF_ONE_PAGE });
});
