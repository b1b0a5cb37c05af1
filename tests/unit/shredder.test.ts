import { describe, expect, it } from 'vitest';
import { type EventStore, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { ERASED, UnknownEvent } from '../../src/eventsourcing/event-types.ts';
import { memoryEventStore } from '../../src/eventsourcing/memory-event-store.ts';
import { sealedEventStore } from '../../src/eventsourcing/sealing/sealed-event-store.ts';
import { memorySealingKeys, type SealingKeys } from '../../src/eventsourcing/sealing/sealing-keys.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { createShredder, type SavedMatching } from '../../src/features/booking/shredder/shredder.ts';
import { newEvent } from '../projections/events.ts';
import { newMemory, runProcess } from '../support/process-managers.ts';
import { newShredderTables } from '../support/registrar-facts.ts';
import { book, createTestSalon, runOf } from '../support/test-salon.ts';

const [DELETED, KEPT] = ['the-deleted-one-0123456789', 'the-one-that-stays-0123456789'];
const streamOf = (key: string) => bookingStream(bookingIdOf(key));

async function givenDeletedBooking() {
  const log = memoryEventStore();
  const keys = memorySealingKeys();
  const sealed = sealedEventStore(log, keys);
  const salon = createTestSalon(sealed);
  await book(salon, DELETED);
  await book(salon, KEPT, { start: 660 });
  const subject = bookingIdOf(DELETED);
  const remove = (key = 'delete-key-0123456789') =>
    salon.bookings.remove(subject, runOf({ key, command: 'delete-booking', subject }));
  const personalOf = async (key: string) => (await sealed.read(streamOf(key)))[0]?.data.personal;
  return { log, keys, salon, remove, personalOf, memory: newMemory() };
}

/** A shredder beside a registrar that has read everything and has nothing left to write, unless it is said otherwise. */
const shredderOf = (
  log: EventStore,
  keys: SealingKeys,
  savedMatching: () => Promise<SavedMatching> = async () => ({ position: await log.head(), decisions: [] }),
) =>
  createShredder({
    log,
    keys,
    savedMatching,
    tables: newShredderTables(),
    now: () => new Date('2026-11-20T18:00:00Z'),
  });

/** Runs a shredder until it has dealt with the whole log and saved that. */
async function shredAll(log: EventStore, memory: ReturnType<typeof newMemory>, keys: SealingKeys) {
  const head = await log.head();
  const running = runProcess(log, memory, shredderOf(log, keys));
  await running.until(({ position, caughtUp }) => caughtUp && position >= head);
  await running.stop();
}

describe('the shredder', () => {
  it('makes what a deleted booking says of a person unreadable, and leaves other bookings alone', async () => {
    const { log, keys, memory, remove, personalOf } = await givenDeletedBooking();
    await shredAll(log, memory, keys);
    expect(await personalOf(DELETED)).toMatchObject({ name: 'Ann Lee' });
    await remove();
    await shredAll(log, memory, keys);
    expect(await personalOf(DELETED)).toBe(ERASED);
    expect(await personalOf(KEPT)).toMatchObject({ name: 'Ann Lee' });
  });

  it('shreds bookings that were deleted before there was a shredder', async () => {
    const { log, keys, memory, remove, personalOf } = await givenDeletedBooking();
    await remove();
    await shredAll(log, memory, keys);
    expect(await personalOf(DELETED)).toBe(ERASED);
  });

  it.each(['before it has shredded', 'after it has shredded, before its checkpoint', 'when it saves'])(
    'killed %s, it has shredded once it runs again',
    async (moment) => {
      const { log, keys, memory, remove, personalOf } = await givenDeletedBooking();
      await remove();
      const killed = new Error('killed');
      const dying: SealingKeys = {
        ...keys,
        async shred(stream) {
          if (moment.startsWith('after')) await keys.shred(stream);
          if (!moment.startsWith('when')) throw killed;
          await keys.shred(stream);
        },
      };
      const store = {
        ...memory.store,
        save: () => Promise.reject(killed),
      };
      await expect(runProcess(log, { ...memory, store }, shredderOf(log, dying)).ended).rejects.toBe(killed);
      await shredAll(log, memory, keys);
      expect(await personalOf(DELETED)).toBe(ERASED);
    },
  );

  it('tries again when the keys are out of reach', async () => {
    const { log, keys, memory, remove, personalOf } = await givenDeletedBooking();
    await remove();
    let losses = 2;
    const shaky: SealingKeys = {
      ...keys,
      async shred(stream) {
        losses -= 1;
        if (losses >= 0) throw new StoreUnavailable('lost');
        await keys.shred(stream);
      },
    };
    await shredAll(log, memory, shaky);
    expect(losses).toBeLessThan(0);
    expect(await personalOf(DELETED)).toBe(ERASED);
  });

  it('lets nothing personal be recorded of a booking after it was deleted', async () => {
    const { log, salon, remove } = await givenDeletedBooking();
    await remove();
    const before = await log.read(streamOf(DELETED));
    await expect(book(salon, DELETED, {}, { command: 'another-create' })).rejects.toMatchObject({
      name: 'RuleBroken',
    });
    expect(await log.read(streamOf(DELETED))).toEqual(before);
  });

  it('stops loudly at an event that it does not know', async () => {
    const log = memoryEventStore();
    const stream = streamOf(DELETED);
    await log.append(stream, 'no-stream', [newEvent({ stream, type: 'BookingTeleported', data: {} })]);
    await expect(runProcess(log, newMemory(), shredderOf(log, memorySealingKeys())).ended).rejects.toThrow(
      UnknownEvent,
    );
  });
});
