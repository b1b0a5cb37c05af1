import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookings } from '../../projections/bookings/projection.ts';
import { startProjections } from '../../projections/engine/supervisor.ts';
import { postgresSealingKeys } from '../../src/adapters/postgres/sealing-keys.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { openPersonal } from '../../src/eventsourcing/sealing/open-personal.ts';
import { sealedEventStore } from '../../src/eventsourcing/sealing/sealed-event-store.ts';
import { verify } from '../../src/proof/verify.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { followedPositions } from '../support/read-models/followed-positions.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { booked, type Fact, onBooking, record, silentLogger, slotAt } from './events.ts';

const projections = [bookings];
const MASTER_KEY = randomBytes(32);
const PATIENCE_MS = 60_000;

const sent = (stream: string): Fact => ({
  stream,
  type: 'MessageAttempted',
  data: {
    attemptId: randomUUID(),
    causes: [],
    kind: 'confirmation',
    bookingRevision: 0,
    segments: 1,
    personal: { to: 'maria@example.com', text: 'See you at 9:00 AM.' },
  },
});

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
    const stop = new AbortController();
    const positions = await followedPositions(pool, projections, stop.signal);
    const side = await startProjections(
      { store, pool, open, projections, logger: silentLogger },
      stop.signal,
    );
    const at = new Date().toISOString();
    await record(
      sealed,
      [...booked(slot), ...booked(other)].map((fact) => ({ ...fact, at })),
    );
    await positions.reached('bookings', await store.head(), PATIENCE_MS);
    stop.abort();
    await side.ended;
    const deletion = onBooking(slot.bookingId, 'BookingDeleted', { slotId: slot.slotId });
    return {
      bookingId: slot.bookingId,
      sealed,
      remove: () => record(store, [{ ...deletion, at }]),
      shred: (stream = `booking-${slot.bookingId}`) => keys.shred(stream),
      proof: (minutesLater: number) =>
        verify({
          store,
          pool,
          open,
          projections,
          now: () => new Date(Date.now() + minutesLater * 60_000),
        }),
    };
  }

  it('is clean where the key was shredded before the read models know of the deletion', async () => {
    const { bookingId, shred, proof } = await givenSealedBookings();
    await shred();
    expect(await proof(1)).toMatchObject({ isClean: true, personalParts: { opened: 1, erased: 1 } });
    const { isClean, readModels } = await proof(60);
    expect(isClean).toBe(false);
    expect(readModels.flatMap(({ differences }) => differences)).toEqual([
      `bookings ${bookingId} differs from its rebuild`,
    ]);
  });

  it('says so when its personal part can still be read after five minutes', async () => {
    const { bookingId, remove, shred, proof } = await givenSealedBookings();
    await remove();
    const { isClean, offences } = await proof(60);
    expect(isClean).toBe(false);
    expect(offences).toMatchObject([{ event: `booking-${bookingId}` }]);
    await shred();
    expect((await proof(60)).offences).toEqual([]);
  });

  it('demands the same of the messages to its customer, whose stream never says that it is deleted', async () => {
    const { bookingId, sealed, remove, shred, proof } = await givenSealedBookings();
    const ledgers = ['messages', 'mails'].map((name) => `${name}-${bookingId}`);
    await record(sealed, ledgers.map(sent));
    await remove();
    await shred();
    expect((await proof(60)).offences.map(({ event }) => event)).toEqual(ledgers);
    for (const stream of ledgers) await shred(stream);
    expect((await proof(60)).offences).toEqual([]);
  });

  it('reports a missing deletion if the key of the messages to its customer is shredded without one', async () => {
    const { bookingId, sealed, shred, proof } = await givenSealedBookings();
    const stream = `mails-${bookingId}`;
    await record(sealed, [sent(stream)]);
    await shred(stream);
    expect((await proof(60)).offences).toMatchObject([{ event: stream }]);
  });

  it('waits five minutes for the shredder', async () => {
    const { remove, proof } = await givenSealedBookings();
    await remove();
    expect((await proof(1)).offences).toEqual([]);
  });
});
