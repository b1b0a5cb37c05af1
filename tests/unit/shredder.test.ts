import { describe, expect, it } from 'vitest';
import { createShredder, type NoteErasure, type SavedMatching } from '../../src/erasure/shredder.ts';
import { type EventStore, LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { ERASED, UnknownEvent } from '../../src/eventsourcing/event-types.ts';
import { sealedEventStore } from '../../src/eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../src/eventsourcing/sealing/sealing-keys.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { type Fact, newEvent } from '../projections/events.ts';
import { newShredderTables } from '../support/customers/registrar-facts.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import { newMemory, runProcess } from '../support/log/process-managers.ts';
import { book, createTestSalon, runOf } from '../support/salon/test-salon.ts';

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
  noteErasure: NoteErasure = async () => true,
  tables = newShredderTables(),
) =>
  createShredder({
    log,
    keys,
    savedMatching,
    tables,
    forgetMessages: async () => {},
    forgetPortraits: async () => {},
    noteErasure,
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
  it('makes the personal data of a deleted booking unreadable, and leaves other bookings alone', async () => {
    const { log, keys, memory, remove, personalOf } = await givenDeletedBooking();
    await shredAll(log, memory, keys);
    expect(await personalOf(DELETED)).toMatchObject({ name: 'Ann Lee' });
    await remove();
    await shredAll(log, memory, keys);
    expect(await personalOf(DELETED)).toBe(ERASED);
    expect(await personalOf(KEPT)).toMatchObject({ name: 'Ann Lee' });
  });

  const nameless = { location: null, service: null, text: 'Lovely.' };
  it.each([
    ['review', 'ReviewAdded', { rating: 5, personal: { name: 'Ann Lee', ...nameless } }, 'ReviewErased'],
    [
      'stylist',
      'StylistAdded',
      { personal: { name: 'Ann Lee', title: '' }, services: null, order: 1, online: true },
      'StylistErased',
    ],
  ])(
    'makes an erased %s unreadable, however far the registrar has read, and notes it before',
    async (kind, type, data, erasing) => {
      const log = memoryEventStore();
      const keys = memorySealingKeys();
      const sealed = sealedEventStore(log, keys);
      const [erased, kept] = [`${kind}-1`, `${kind}-2`] as const;
      for (const stream of [erased, kept])
        await sealed.append(stream, 'no-stream', [newEvent({ stream, type, data })]);
      await log.append(erased, 0n, [newEvent({ stream: erased, type: erasing, data: {} })]);
      const noted: object[] = [];
      const behind = async (): Promise<SavedMatching> => ({ position: LOG_START, decisions: [] });
      const shredder = shredderOf(log, keys, behind, async ({ position: _, ...erasure }) => {
        noted.push(erasure);
        expect((await sealed.read(erased))[0]?.data.personal).toEqual(data.personal);
        return true;
      });
      await shredder.handle(await nextBatch(log, LOG_START));
      const personalOf = async (stream: string) => (await sealed.read(stream))[0]?.data.personal;
      expect([await personalOf(erased), await personalOf(kept)]).toEqual([ERASED, data.personal]);
      expect(noted).toEqual([{ [`${kind}Id`]: '1' }]);
      expect(shredder.openItems).toBe(0);
    },
  );

  it('notes an erasure that it could not note before, once it can, though it was killed in between', async () => {
    const { log, keys, remove, personalOf } = await givenDeletedBooking();
    await remove();
    const memory = newMemory();
    const tables = newShredderTables();
    const noted: string[] = [];
    let isWritable = false;
    const running = () =>
      runProcess(
        log,
        memory,
        shredderOf(
          log,
          keys,
          undefined,
          async (erasure) => {
            if (isWritable) noted.push('bookingId' in erasure ? erasure.bookingId : '');
            return isWritable;
          },
          tables,
        ),
      );
    const head = await log.head();
    const first = running();
    await first.until(({ position, caughtUp }) => caughtUp && position >= head);
    await first.stop();
    expect(await personalOf(DELETED)).toBe(ERASED);
    expect(noted).toEqual([]);
    isWritable = true;
    const second = running();
    await second.until(({ openItems }) => openItems === 0);
    await second.stop();
    expect(noted).toEqual([bookingIdOf(DELETED)]);
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

  describe('waits for the registrar', () => {
    const OTHER = '00000000-0000-4000-8000-000000000002';
    const CUSTOMER = '00000000-0000-4000-8000-000000000003';
    const HERS = bookingIdOf(DELETED);
    const linked = { stream: streamOf(DELETED), type: 'BookingLinked', data: { customerId: CUSTOMER } };
    const onLog = (log: EventStore, fact: Fact) => log.append(fact.stream, 'any', [newEvent(fact)]);

    /** A booking that is linked to a customer with a card, and a shredder beside what a registrar has saved. */
    async function givenSaved(saved: SavedMatching | null, isLinked = true) {
      const { log, keys, remove } = await givenDeletedBooking();
      if (isLinked) await onLog(log, linked);
      const stream = `customer-${CUSTOMER}`;
      await onLog(log, { stream, type: 'CustomerContactAdded', data: { bookingId: HERS, personal: ERASED } });
      await keys.keyFor(stream);
      const settled = async () => ({ position: await log.head(), decisions: [] });
      let matching = async () => saved ?? { ...(await settled()), position: '' };
      const shredder = shredderOf(log, keys, () => matching());
      const shredded = async () => {
        const streams = [stream, streamOf(DELETED)];
        const known = await keys.keysOf(streams);
        return streams.filter((of) => known.get(of) === 'shredded');
      };
      return {
        log,
        remove,
        erase: (importId?: string) =>
          onLog(log, {
            stream: 'merges',
            type: 'CustomersErased',
            data: { customerIds: [CUSTOMER], ...(importId && { importId }) },
          }),
        async shreds() {
          await shredder.handle(await nextBatch(log, ''));
          return shredded();
        },
        async shredsThen() {
          matching = settled;
          await shredder.due.run();
          return shredded();
        },
      };
    }
    const open = (bookingId: string, customerId: string): SavedMatching => ({
      position: 'f'.repeat(32),
      decisions: [{ bookingId, customerId }],
    });

    it.each([
      ['has not read that far', null],
      ['has not written what it decided about the booking', open(HERS, OTHER)],
      ['has not written what it decided about another booking of the same customer', open(OTHER, CUSTOMER)],
    ])('which %s, with a deleted booking', async (_, saved) => {
      const { remove, shreds, shredsThen } = await givenSaved(saved);
      await remove();
      expect(await shreds()).toEqual([]);
      expect(await shredsThen()).toEqual([streamOf(DELETED)]);
    });

    it.each([
      ['has not read that far', null],
      ['has not written a booking of theirs', open(OTHER, CUSTOMER)],
      ['has not written what it decided about a booking that staff have linked to them', open(HERS, OTHER)],
    ])('which %s, with an erased customer', async (_, saved) => {
      const { log, erase, shreds, shredsThen } = await givenSaved(saved);
      await erase();
      expect(await shreds()).toEqual([]);
      expect(await shredsThen()).toEqual([`customer-${CUSTOMER}`, streamOf(DELETED)]);
      for (const [stream, type] of [
        [`customer-${CUSTOMER}`, 'CustomerErased'],
        [streamOf(DELETED), 'BookingErased'],
      ] as const)
        expect((await log.read(stream)).at(-1)?.type).toBe(type);
    });

    it.each([
      ['has not read that far', null],
      ['has not written a booking of theirs', open(OTHER, CUSTOMER)],
    ])(
      'which %s, with somebody whom an undone import had brought, and erases no booking',
      async (_, saved) => {
        const { erase, shreds, shredsThen } = await givenSaved(saved);
        await erase(OTHER);
        expect(await shreds()).toEqual([]);
        expect(await shredsThen()).toEqual([`customer-${CUSTOMER}`]);
      },
    );

    it('which has not linked the only booking of an erased customer', async () => {
      const { erase, shreds, shredsThen } = await givenSaved(open(HERS, CUSTOMER), false);
      await erase();
      expect(await shreds()).toEqual([]);
      expect(await shredsThen()).toEqual([`customer-${CUSTOMER}`]);
    });

    it('and not with what belongs to nobody who is erased', async () => {
      const { remove, shreds } = await givenSaved(open(OTHER, OTHER));
      await remove();
      expect(await shreds()).toEqual([streamOf(DELETED)]);
    });
  });
});
