import { describe, expect, it } from 'vitest';
import { appendErased } from '../../../src/erasure/appended.ts';
import { LOG_START, type RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { customerIdOf } from '../../../src/features/customers/contacts.ts';
import { customerStream } from '../../../src/features/customers/events.ts';
import { bookingHistory } from '../../../src/features/customers/registrar/booking-history.ts';
import { createRegistrar } from '../../../src/features/customers/registrar/registrar.ts';
import { createDecisionWriter } from '../../../src/features/customers/registrar/write.ts';
import {
  bookingRequested,
  customerRegistered,
  type Fact,
  MARIA,
  newEvent,
  recorded,
  slotAt,
} from '../../projections/events.ts';
import { hashContact, newRegistrarTables } from '../../support/customers/registrar-facts.ts';
import { bookingIdOfWish, type Wish } from '../../support/customers/registrar-wishes.ts';
import { createRegistrarWorld } from '../../support/customers/registrar-world.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';
import { nextBatch } from '../../support/log/next-batch.ts';

const ANN = 'ann@example.com';
const [MOBILE, DESK] = ['+19255550101', '+19255550102'];
const book = (email: string | null, phone: string | null, byStaff = false): Wish => ({
  kind: 'book',
  email,
  phone,
  byStaff,
  picks: null,
});

/** Does all that, one after the other, and lets the registrar and the shredder come to an end after each. */
async function worldAfter(...wishes: readonly Wish[]) {
  const world = createRegistrarWorld(wishes);
  for (const _ of wishes) {
    await world.step({ kind: 'begin', process: 0, n: 0 });
    await world.step({ kind: 'run-staff', process: 0, n: 0 });
    await world.keepUpAll();
  }
  expect(world.failures).toEqual([]);
  return world;
}
type World = Awaited<ReturnType<typeof worldAfter>>;

/** For the booking of each of these wishes, the wish that registered its customer. */
async function linksOf(world: World, ...wishes: readonly number[]) {
  const events = await world.events();
  return wishes.map((wish) => {
    const stream = `booking-${bookingIdOfWish(wish)}`;
    const link = events.findLast((event) => event.stream === stream && event.type === 'BookingLinked');
    return wishes.find((first) => customerIdOf(bookingIdOfWish(first)) === link?.data.customerId);
  });
}

describe('the registrar', () => {
  it('matches by e-mail before phone, and registers unknown people', async () => {
    const world = await worldAfter(book(ANN, null), book(null, DESK), book(ANN, DESK), book(null, MOBILE));
    expect(await linksOf(world, 0, 1, 2, 3)).toEqual([0, 1, 0, 3]);
  });

  it('never matches by a number that cannot be understood', async () => {
    const world = await worldAfter(book(null, null), book(null, null));
    expect(await linksOf(world, 0, 1)).toEqual([0, 1]);
  });

  const NOBODYS = '+10000000000 +11111111111 +11234567890 +15555555555 +18888888888 +447700900000'.split(' ');
  it.each(NOBODYS)('never matches by %s, which is nobody’s number', async (number) => {
    const world = await worldAfter(
      book(ANN, number),
      book(null, number, true),
      book('bea@b.example', number),
    );
    expect(await linksOf(world, 0, 1, 2)).toEqual([0, 1, 2]);
  });

  it.each(['NoEmail@gmail.com', 'no@no.com', 'mia@none.com'])('never matches by %s', async (email) => {
    const world = await worldAfter(book(email, MOBILE), book(email, DESK, true), book(email, null));
    expect(await linksOf(world, 0, 1, 2)).toEqual([0, 1, 2]);
  });

  it('learns from a stranger who books with a known e-mail only once staff have confirmed it', async () => {
    const stranger = [book(ANN, MOBILE), book(ANN, DESK)];
    expect(await linksOf(await worldAfter(...stranger, book(null, DESK)), 0, 1, 2)).toEqual([0, 0, 2]);
    const confirmed = await worldAfter(...stranger, { kind: 'confirm', booking: 1 }, book(null, DESK));
    expect(await linksOf(confirmed, 0, 1, 3)).toEqual([0, 0, 0]);
  });

  it('learns at once from what staff book', async () => {
    const world = await worldAfter(book(ANN, MOBILE), book(ANN, DESK, true), book(null, DESK));
    expect(await linksOf(world, 0, 1, 2)).toEqual([0, 0, 0]);
  });

  it('ranks what it learns by the booking, not by the confirmation', async () => {
    const world = await worldAfter(
      book(ANN, MOBILE),
      book(ANN, DESK),
      book(null, DESK),
      { kind: 'confirm', booking: 1 },
      book(null, DESK),
    );
    expect(await linksOf(world, 0, 1, 2, 4)).toEqual([0, 0, 2, 0]);
  });

  it('teaches the customer to whom staff have linked the booking before they confirmed it', async () => {
    const OTHER = '+19255550103';
    const world = await worldAfter(
      book(ANN, MOBILE),
      book(null, DESK),
      book(ANN, OTHER),
      { kind: 'link', booking: 2, customer: 1 },
      { kind: 'confirm', booking: 2 },
      book(null, OTHER),
    );
    expect(await linksOf(world, 0, 1, 2, 5)).toEqual([0, 1, 1, 1]);
  });

  it('does not take a link back by the shredder for a link by staff', async () => {
    const [own, other] = [customerIdOf(bookingIdOfWish(0)), customerIdOf(bookingIdOfWish(1))];
    const linked = (customerId: string, actor: NonNullable<Fact['actor']>): Fact => ({
      stream: bookingStream(bookingIdOfWish(0)),
      type: 'BookingLinked',
      data: { customerId },
      actor,
    });
    const by = (process: string) => ({ kind: 'system', process });
    const links = [
      linked(own, by('registrar')),
      linked(other, { kind: 'admin', userId: 'staff' }),
      linked(own, by('shredder')),
    ];
    const { chosenByStaff } = bookingHistory(recorded(links));
    expect([1n, 2n, 3n].map(chosenByStaff)).toEqual([undefined, other, undefined]);

    // The registrar's decision has already touched that customer, so only facts that never come show whether the link
    // touches somebody itself.
    const importId = bookingIdOfWish(9);
    const tables = newRegistrarTables();
    const log = memoryEventStore();
    const open = async (events: readonly RecordedEvent[]) => events;
    const registrar = createRegistrar({
      log,
      store: log,
      open,
      tables,
      hash: hashContact,
      now: () => new Date(),
    });
    const brought = { importId, row: 1, personal: ERASED };
    const events = recorded([
      { stream: customerStream(own), type: 'CustomerImported', data: brought },
      linked(own, by('shredder')),
    ]);
    await registrar.handle({ events, position: LOG_START, caughtUp: true });
    const tx = { onCommit: (change: () => void) => change() };
    await registrar.save(tx);
    expect((await tables.imported.load(tx)).get(own)).toEqual({ importId, touched: false });
  });

  it('overrides no link by staff: theirs is refused until it has linked the booking', async () => {
    const world = createRegistrarWorld([
      book(ANN, MOBILE),
      book(null, DESK),
      { kind: 'link', booking: 1, customer: 0 },
      { kind: 'link', booking: 1, customer: 0 },
    ]);
    const next = async (keepsUp: boolean) => {
      await world.step({ kind: 'begin', process: 0, n: 0 });
      await world.step({ kind: 'run-staff', process: 0, n: 0 });
      if (keepsUp) await world.keepUpAll();
    };
    for (const keepsUp of [true, false, false]) await next(keepsUp);
    const booking = `booking-${bookingIdOfWish(1)}`;
    const linksBy = async () =>
      (await world.events()).flatMap(({ stream, type, metadata: { actor } }) =>
        stream === booking && type === 'BookingLinked' ? [actor.kind] : [],
      );
    expect(await linksBy()).toEqual([]);
    await world.keepUpAll();
    await next(true);
    expect(await linksBy()).toEqual(['system', 'admin']);
    expect(await linksOf(world, 0, 1)).toEqual([0, 0]);
  });

  it('writes nothing after an erasure that was faster', async () => {
    const slot = slotAt('2026-11-27', 540, 585);
    const { bookingId, slotId: customerId } = slot;
    const [stream, booking] = [customerStream(customerId), bookingStream(bookingId)];
    const log = memoryEventStore({
      async beforeAppend(to, [event]) {
        if (event?.type === 'CustomerContactAdded')
          await appendErased(log, to, 'CustomerErased', () => new Date());
      },
    });
    await log.append(stream, 'no-stream', [newEvent(customerRegistered(customerId))]);
    await log.append(booking, 'no-stream', [newEvent(bookingRequested(slot))]);
    const open = async (events: readonly RecordedEvent[]) => events;
    const write = createDecisionWriter({ log, open, hash: hashContact, now: () => new Date() });
    const learnt = [hashContact(`email:${MARIA.email}`)];
    await write({ bookingId, customerId, rank: '', learnt, links: true });
    const typesIn = async (of: string) => (await log.read(of)).map(({ type }) => type);
    expect(await typesIn(stream)).toEqual(['CustomerRegistered', 'CustomerErased']);
    expect(await typesIn(booking)).toEqual(['BookingRequested', 'BookingLinked']);
  });

  it('writes nothing about a booking whose key is destroyed, even after its table was lost', async () => {
    const { bookingId, ...slot } = slotAt('2026-11-27', 540, 585);
    const log = memoryEventStore();
    await log.append(bookingStream(bookingId), 'no-stream', [
      newEvent(bookingRequested({ bookingId, ...slot })),
    ]);
    const open = async (events: readonly RecordedEvent[]) =>
      events.map((event) => ({ ...event, data: { ...event.data, personal: 'erased' } }));
    const write = createDecisionWriter({ log, open, hash: hashContact, now: () => new Date() });
    const learnt = [hashContact(`email:${MARIA.email}`)];
    for (const customerId of [customerIdOf(bookingId), slot.slotId])
      await write({ bookingId, customerId, rank: '', learnt, links: true });
    expect((await nextBatch(log, LOG_START, 10)).events.map(({ type }) => type)).toEqual([
      'BookingRequested',
    ]);
  });

  it('teaches nothing again from the beginning, where the booking that taught it first is gone', async () => {
    const wishes: Wish[] = [
      book(ANN, DESK),
      book(ANN, DESK),
      { kind: 'confirm', booking: 1 },
      { kind: 'delete', booking: 0 },
    ];
    const world = createRegistrarWorld(wishes);
    for (const { kind } of wishes) {
      // It comes to the first two once they are confirmed.
      if (kind === 'delete') await world.keepUpAll();
      await world.step({ kind: 'begin', process: 0, n: 0 });
      await world.step({ kind: 'run-staff', process: 0, n: 0 });
    }
    await world.keepUpAll();
    const before = await world.events();
    expect(before.filter(({ type }) => type === 'BookingDeleted')).toHaveLength(1);
    await world.loseTable();
    expect(await world.events()).toEqual(before);
  });

  it('brings back nothing that staff have removed from the card of the booking that they confirm', async () => {
    const remove: Wish = { kind: 'edit', customer: 0, emails: [ANN], phones: [] };
    const world = await worldAfter(
      book(ANN, MOBILE),
      remove,
      { kind: 'confirm', booking: 0 },
      book(null, MOBILE),
    );
    expect(await linksOf(world, 0, 3)).toEqual([0, 3]);
  });

  it('brings back nothing that staff have removed since they first confirmed the booking that taught it', async () => {
    const world = await worldAfter(
      book(ANN, MOBILE),
      book(ANN, DESK),
      { kind: 'confirm', booking: 1 },
      { kind: 'edit', customer: 0, emails: [ANN], phones: [MOBILE] },
      { kind: 'unconfirm', booking: 1 },
      { kind: 'confirm', booking: 1 },
      book(null, DESK),
    );
    expect(await linksOf(world, 0, 1, 6)).toEqual([0, 0, 6]);
    expect((await world.saved()).decisions).toEqual([]);
  });

  it('leaves a contact with its first holder after any edit, and hands it on once it is dropped', async () => {
    const take: Wish = { kind: 'edit', customer: 1, emails: [ANN], phones: [DESK] };
    const drop: Wish = { kind: 'edit', customer: 0, emails: [], phones: [MOBILE] };
    const world = await worldAfter(
      book(ANN, MOBILE),
      book(null, DESK),
      take,
      book(ANN, null),
      drop,
      book(ANN, null),
    );
    expect(await linksOf(world, 0, 1, 3, 5)).toEqual([0, 1, 0, 1]);
  });

  it('links nothing that was deleted before it came to it, and registers nobody for it', async () => {
    const wishes: readonly Wish[] = [book(ANN, MOBILE), { kind: 'delete', booking: 0 }];
    const world = createRegistrarWorld(wishes);
    await world.calmDown();
    expect((await world.events()).map(({ type }) => type)).toEqual(['BookingRequested', 'BookingDeleted']);
    expect(await world.isShredded(`booking-${bookingIdOfWish(0)}`)).toBe(true);
  });

  it('registers an erased person anew when they book again', async () => {
    const world = await worldAfter(book(ANN, MOBILE), { kind: 'erase', customer: 0 }, book(ANN, MOBILE));
    expect(await linksOf(world, 0, 2)).toEqual([0, 2]);
    expect(await world.isShredded(`customer-${customerIdOf(bookingIdOfWish(0))}`)).toBe(true);
  });
});
