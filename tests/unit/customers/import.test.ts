import { describe, expect, it } from 'vitest';
import { LOG_START } from '../../../src/eventsourcing/event-store.ts';
import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import { createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { customerIdOf } from '../../../src/features/customers/contacts.ts';
import { MERGES } from '../../../src/features/customers/events.ts';
import { createImportCommands } from '../../../src/features/customers/imports/commands.ts';
import { importedCustomerId } from '../../../src/features/customers/imports/rows.ts';
import { mergesDecider } from '../../../src/features/customers/merges/decider.ts';
import { createRegistrar } from '../../../src/features/customers/registrar/registrar.ts';
import { type Fact, newEvent } from '../../projections/events.ts';
import { book, importing, row, stallAtRows } from '../../support/customers/import-steps.ts';
import { hashContact, newRegistrarTables } from '../../support/customers/registrar-facts.ts';
import { bookingIdOfWish, type Wish } from '../../support/customers/registrar-wishes.ts';
import { createRegistrarWorld, type Move } from '../../support/customers/registrar-world.ts';
import { machineryOf } from '../../support/customers/world-stores.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';
import { nextBatch } from '../../support/log/next-batch.ts';
import { runOf, STAFF } from '../../support/salon/test-salon.ts';

const [ANN, BOB] = ['ann@example.com', 'bob@example.com'];
const [MOBILE, DESK] = ['+19255550101', '+19255550102'];
const undo: Wish = { kind: 'undo-import', import: 0 };

/** A world in which staff do these one after the other, and everyone comes to an end after each but the last ones. */
async function worldAfter(wishes: readonly Wish[], unseen = 0) {
  const world = createRegistrarWorld(wishes);
  const step = (kind: Move['kind'], n = 0) => world.step({ kind, process: 0, n });
  const calm = async () => {
    for (let round = 0; round < 4; round += 1) await world.keepUpAll();
  };
  for (const index of wishes.keys()) {
    await step('begin');
    await step('run-staff');
    if (index < wishes.length - unseen) await calm();
  }
  const ofType = async (type: string) => (await world.events()).filter((event) => event.type === type);
  const importId = String((await ofType('ImportStarted'))[0]?.data.importId);
  const customerOf = (n: number) => importedCustomerId(importId, n);
  const linkOf = async (wish: number) =>
    (await ofType('BookingLinked')).findLast(({ stream }) => stream === `booking-${bookingIdOfWish(wish)}`)
      ?.data.customerId;
  expect(world.failures).toEqual([]);
  return { ...world, step, calm, ofType, customerOf, linkOf };
}

describe('an import', () => {
  it('brings customers whom bookings find from the position of their own event on', async () => {
    const world = await worldAfter([importing(row(ANN), row(BOB)), book(BOB, null)]);
    expect(await world.linkOf(1)).toBe(world.customerOf(2));
    expect((await world.ofType('ImportFinished'))[0]?.data).toMatchObject({ imported: 2, skipped: 0 });
  });

  it('leaves a contact to the customer of a booking that came before the row was written', async () => {
    const wishes = [importing(row(ANN)), book(ANN, null), book(ANN, null)];
    const world = createRegistrarWorld(wishes);
    const step = (kind: Move['kind'], n = 0) => world.step({ kind, process: 0, n });
    await step('begin');
    await step('run-staff');
    await step('keep-up');
    await stallAtRows(world);
    await step('begin');
    await step('run-staff');
    await step('open-gate', 3);
    await step('keep-up');
    await world.calmDown();
    const links = (await world.events()).filter(({ type }) => type === 'BookingLinked');
    expect(new Set(links.map(({ data }) => data.customerId))).toEqual(
      new Set([customerIdOf(bookingIdOfWish(1))]),
    );
  });

  it('skips a customer with a known name and contact, and another one who shares a contact, and changes no card', async () => {
    const world = await worldAfter([
      book(ANN, MOBILE),
      importing(
        { name: 'PÉRSON 0', emails: [ANN, BOB], phones: [DESK] },
        { name: 'Zoe Parent', emails: [], phones: [MOBILE] },
      ),
      book(null, DESK),
    ]);
    expect(await world.linkOf(2)).toBe(customerIdOf(bookingIdOfWish(2)));
    expect(await world.ofType('CustomerImported')).toEqual([]);
    expect(await world.ofType('CustomerChanged')).toEqual([]);
    expect((await world.ofType('ImportFinished'))[0]?.data).toMatchObject({ imported: 0, skipped: 2 });
  });

  it('is refused and not started if the rows of its file were swept', async () => {
    const log = memoryEventStore();
    const imports = createImportCommands({
      merges: createEventStreams(log, mergesDecider, machineryOf()),
      keep: async () => false,
      drop: async () => {},
    });
    const run = runOf({ key: 'import-key-0123456789', command: 'start-import', body: {}, actor: STAFF });
    await expect(imports.start({ rows: [], refused: [], remarks: [], empty: 0 }, run)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await log.read(MERGES)).toEqual([]);
  });

  it('can be repeated once it is undone', async () => {
    const file = importing(row(ANN));
    const world = await worldAfter([file, undo, file, book(ANN, null)]);
    const again = (await world.ofType('ImportStarted'))[1]?.data.importId;
    expect(await world.linkOf(3)).toBe(importedCustomerId(String(again), 1));
  });
});

describe('the undo of an import', () => {
  const file = importing(row(ANN), row(BOB));
  const erasedBy = async (world: Awaited<ReturnType<typeof worldAfter>>) =>
    (await world.ofType('CustomersErased')).flatMap(({ data }) => data.customerIds);

  it('erases customers whom nothing has touched, and gives their bookings to a new customer', async () => {
    const world = await worldAfter([file, undo, book(ANN, null)]);
    expect(await erasedBy(world)).toEqual([world.customerOf(1), world.customerOf(2)]);
    expect(await world.isShredded(`customer-${world.customerOf(1)}`)).toBe(true);
    expect(await world.linkOf(2)).toBe(customerIdOf(bookingIdOfWish(2)));
    expect((await world.ofType('ImportUndoClosed')).map(({ data }) => data.kept)).toEqual([[]]);
  });

  it.each<[string, readonly Wish[]]>([
    ['a booking of theirs', [book(ANN, null)]],
    ['a booking for which staff picked them', [book(null, null, 0)]],
    ['a booking that staff linked to them', [book(null, DESK), { kind: 'link', booking: 1, customer: 0 }]],
    ['an edit', [{ kind: 'edit', customer: 0, emails: [ANN], phones: [] }]],
    [
      'a merge that was split again',
      [
        { kind: 'merge', customer: 0, into: 2 },
        { kind: 'split', merge: 0 },
      ],
    ],
    ['a merge of somebody into them', [{ kind: 'merge', customer: 2, into: 0 }]],
  ])('keeps those whom %s has touched', async (_, touching) => {
    const world = await worldAfter([
      importing(row(ANN), row(BOB), row('cat@example.com')),
      ...touching,
      undo,
    ]);
    const [closed] = await world.ofType('ImportUndoClosed');
    expect(closed?.data.kept).toContain(world.customerOf(1));
    expect(await erasedBy(world)).toContain(world.customerOf(2));
    expect(await world.isShredded(`customer-${world.customerOf(1)}`)).toBe(false);
  });

  it('keeps a customer to whom the registrar has linked a booking, even if the log does not show it yet', async () => {
    const world = await worldAfter([file, book(ANN, null), undo], 2);
    await world.calm();
    expect((await world.ofType('ImportUndoClosed'))[0]?.data.kept).toEqual([world.customerOf(1)]);
    expect(await world.linkOf(1)).toBe(world.customerOf(1));
  });

  it('is decided in its turn: a booking right after it finds no customer', async () => {
    const world = await worldAfter([file, undo, book(ANN, null)], 2);
    await world.calm();
    expect(await world.linkOf(2)).toBe(customerIdOf(bookingIdOfWish(2)));
    expect(await erasedBy(world)).toHaveLength(2);
  });

  it('erases customers whom a stalled importer brings later', async () => {
    const world = createRegistrarWorld([file, undo]);
    const step = (kind: Move['kind'], n = 0) => world.step({ kind, process: 0, n });
    await step('begin');
    await step('run-staff');
    await step('keep-up');
    await stallAtRows(world);
    await step('begin');
    await step('run-staff');
    await step('keep-up');
    for (let round = 0; round < 4; round += 1) await world.keepUpAll();
    const events = await world.events();
    const types = events.map(({ type }) => type);
    expect(types.indexOf('CustomerImported')).toBeGreaterThan(types.indexOf('ImportUndone'));
    const brought = events.filter(({ type }) => type === 'CustomerImported');
    expect(brought).toHaveLength(2);
    for (const { stream } of brought) expect(await world.isShredded(stream)).toBe(true);
  });

  it.each([
    ['before the registrar has come to the undo', 2],
    ['after it was carried out', 0],
  ])('links a booking back that staff link to one of them %s, and erases no booking', async (_, unseen) => {
    const link: Wish = { kind: 'link', booking: 1, customer: 0 };
    const world = await worldAfter([file, book(null, DESK), undo, link], unseen);
    await world.calm();
    expect(await world.ofType('BookingErased')).toEqual([]);
    const links = (await world.ofType('BookingLinked')).map(({ data, metadata: { actor } }) => [
      data.customerId,
      actor.process ?? actor.kind,
    ]);
    const own = customerIdOf(bookingIdOfWish(1));
    expect(links).toEqual([
      [own, 'registrar'],
      [world.customerOf(1), 'admin'],
      [own, 'shredder'],
    ]);
  });

  it('lets a booking that was linked back teach the customer whom the registrar found, once it is confirmed', async () => {
    const world = await worldAfter([
      book(ANN, MOBILE),
      importing(row(BOB)),
      book(ANN, DESK),
      undo,
      { kind: 'link', booking: 2, customer: 1 },
      { kind: 'confirm', booking: 2 },
      book(null, DESK),
    ]);
    expect(await world.linkOf(6)).toBe(customerIdOf(bookingIdOfWish(0)));
  });

  it('keeps and erases by the list in the log when the table was lost', async () => {
    const world = await worldAfter([file, book(ANN, null), undo, { kind: 'delete', booking: 1 }]);
    const before = await world.events();
    await world.loseTable();
    expect(await world.events()).toEqual(before);
    expect((await world.saved()).contacts).toEqual(await world.folded());
  });

  it('keeps the customers whom the log lists, even if a new fold would differ', async () => {
    const log = memoryEventStore();
    const [importId, customerId] = [
      '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000002',
    ];
    const facts: readonly Fact[] = [
      { stream: MERGES, type: 'ImportStarted', data: { importId, rows: 1 } },
      {
        stream: `customer-${customerId}`,
        type: 'CustomerImported',
        data: { importId, row: 1, personal: ERASED },
      },
      { stream: MERGES, type: 'ImportUndone', data: { importId } },
      { stream: MERGES, type: 'ImportUndoClosed', data: { importId, kept: [customerId] } },
    ];
    for (const fact of facts) await log.append(fact.stream, 'any', [newEvent(fact)]);
    const registrar = createRegistrar({
      log,
      store: log,
      open: async (events) => events,
      tables: newRegistrarTables(),
      hash: hashContact,
      now: () => new Date(),
    });
    await registrar.handle(await nextBatch(log, LOG_START, 10));
    await registrar.afterSave?.();
    expect((await log.read(MERGES)).map(({ type }) => type)).not.toContain('CustomersErased');
  });
});
