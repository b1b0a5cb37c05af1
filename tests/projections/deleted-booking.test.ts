import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookings } from '../../projections/bookings/projection.ts';
import { createProjectedPositions } from '../../projections/engine/projected-positions.ts';
import { startProjections } from '../../projections/engine/start.ts';
import { verify } from '../../projections/verification/verify.ts';
import { postgresSealingKeys } from '../../src/adapters/postgres/sealing-keys.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../../src/eventsourcing/memory-event-store.ts';
import { openPersonal } from '../../src/eventsourcing/sealing/open-personal.ts';
import { sealedEventStore } from '../../src/eventsourcing/sealing/sealed-event-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { booked, onBooking, record, silentLogger, slotAt } from './events.ts';

const projections = [bookings];
const MASTER_KEY = randomBytes(32);
const PATIENCE_MS = 20_000;

let database: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('drop schema if exists read cascade');
  await database.migrate();
  store = memoryEventStore();
});

describe('the proof of a booking that was deleted', () => {
  /** Two bookings as they are before one is deleted, in the log and in the rows. */
  async function givenSealedBookings() {
    const [slot, other] = [slotAt('2027-01-01', 540, 570), slotAt('2027-01-01', 570, 600)];
    const { pool } = database;
    const keys = postgresSealingKeys(pool, MASTER_KEY);
    const sealed = sealedEventStore(store, keys);
    const open = openPersonal(keys);
    const positions = createProjectedPositions();
    const stop = new AbortController();
    const side = await startProjections(
      { store, pool, open, projections, positions, logger: silentLogger },
      stop.signal,
    );
    await record(sealed, [...booked(slot), ...booked(other)]);
    await positions.reached('bookings', await store.head(), PATIENCE_MS);
    stop.abort();
    await side.ended;
    const deletion = onBooking(slot.bookingId, 'BookingDeleted', { slotId: slot.slotId });
    return {
      bookingId: slot.bookingId,
      remove: (at: string) => record(store, [{ ...deletion, at }]),
      shred: () => keys.shred(`booking-${slot.bookingId}`),
      proof: () => verify({ store, pool, open, projections, now: () => new Date('2026-11-20T18:01:00Z') }),
    };
  }

  it('is clean where the key was shredded before the read models know of the deletion', async () => {
    const { bookingId, shred, proof } = await givenSealedBookings();
    await shred();
    expect(await proof()).toMatchObject({ isClean: true, personalParts: { opened: 1, erased: 1 } });
    await database.pool.query(
      "update sealing.sealing_keys set shredded_at = shredded_at - interval '1 hour'",
    );
    const { isClean, readModels } = await proof();
    expect(isClean).toBe(false);
    expect(readModels.flatMap(({ differences }) => differences)).toEqual([
      `bookings ${bookingId} differs from its rebuild`,
    ]);
  });

  it('says so when its personal part can still be read after five minutes', async () => {
    const { bookingId, remove, shred, proof } = await givenSealedBookings();
    await remove('2026-11-20T17:00:00.000Z');
    const { isClean, offences } = await proof();
    expect(isClean).toBe(false);
    expect(offences).toMatchObject([{ event: `booking-${bookingId}@1` }]);
    await shred();
    expect((await proof()).offences).toEqual([]);
  });

  it('waits five minutes for the shredder', async () => {
    const { remove, proof } = await givenSealedBookings();
    await remove('2026-11-20T18:00:00.000Z');
    expect((await proof()).offences).toEqual([]);
  });
});
