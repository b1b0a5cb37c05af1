import { expect, it, onTestFinished } from 'vitest';
import { bookings } from '../../projections/bookings/projection.ts';
import { createProjectedPositions } from '../../projections/engine/positions/projected-positions.ts';
import { startProjections } from '../../projections/engine/supervisor.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { eventually } from '../support/machine/eventually.ts';
import { followedPositions } from '../support/read-models/followed-positions.ts';
import { givenDatabase } from '../support/server/postgres.ts';
import { booked, record, silentLogger, slotAt, unsealed } from './events.ts';

const database = givenDatabase();
const PATIENCE_MS = 60_000;

it('a wait ends when the read model is there, or with what it has when the time is up', async () => {
  const positions = createProjectedPositions();
  positions.advance([['hours', '1']]);
  expect(await positions.reached('hours')).toBe('1');
  expect(await positions.reached('hours', '2', 10)).toBe('1');
  const waiting = positions.reached('hours', '3');
  positions.advance([['hours', '2']]);
  positions.advance([['hours', '4']]);
  expect(await waiting).toBe('4');
});

it('positions never go back', async () => {
  const positions = createProjectedPositions();
  positions.advance([['hours', '4']]);
  positions.advance(new Map([['hours', '2']]));
  expect(await positions.reached('hours')).toBe('4');
});

/** A projector of bookings, and the positions that another process would know. */
async function givenProjector() {
  const { pool } = database;
  const store = memoryEventStore();
  const stop = new AbortController();
  const projections = [bookings];
  const positions = await followedPositions(pool, projections, stop.signal);
  const side = startProjections(
    { store, pool, open: unsealed, projections, logger: silentLogger },
    stop.signal,
  );
  onTestFinished(async () => {
    stop.abort();
    await side.ended;
  });
  let days = 0;
  const book = () => {
    days += 1;
    return record(store, booked(slotAt(`2027-01-${String(days).padStart(2, '0')}`, 540, 570)));
  };
  return { positions, book };
}

it('positions are followed as the projector commits them, by whichever process', async () => {
  const { positions, book } = await givenProjector();
  expect(await positions.reached('no-such-model')).toBe('');
  const first = await book();
  expect(await positions.reached('bookings', first, PATIENCE_MS)).toBe(first);
  const advanced = positions.advanced('bookings', first);
  const second = await book();
  expect((await advanced) > first).toBe(true);
  expect(await positions.reached('bookings', second, PATIENCE_MS)).toBe(second);

  // The connection that listens is lost, and what is projected meanwhile is found all the same.
  await eventually(async () => {
    // Once in a while it is just reading.
    const { rowCount } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query ilike '%read.models where place%' and state = 'idle'`,
    );
    expect(rowCount).toBeGreaterThan(0);
  });
  const third = await book();
  expect(await positions.reached('bookings', third, PATIENCE_MS)).toBe(third);
});
