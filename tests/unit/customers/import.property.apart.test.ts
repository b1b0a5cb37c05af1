import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { checkWorld } from '../../support/customers/registrar-checks.ts';
import type { Wish } from '../../support/customers/registrar-wishes.ts';
import { createRegistrarWorld, type Move } from '../../support/customers/registrar-world.ts';
import { ALL_TESTS } from '../../support/run/all-tests.ts';

/*
 * Each guard of the protocol was removed by hand, one at a time, and the tests of imports run: those of one rule first, and this property
 * with 300 random worlds if none of them failed. What failed:
 *
 *   ids follow from the import and the row                       import, import-plan, property
 *   a row's stream must not exist yet                            import (the world's store refuses an append at any revision)
 *   the plan waits for the registrar's saved position            import-planned, contract/import-table
 *   open decisions count as holding                              property, contract/import-table
 *   one open import                                              merges
 *   the plan is saved once                                       import-planned; contract/import-table: the check, the lock
 *   … and made again only with what a lost one has written       import-planned
 *   rows are compared with each other                            import-plan
 *   only contacts that nobody holds are added                    import-plan
 *   no row without a contact                                     import-file
 *   finished after the last row                                  import
 *   no erasure by staff while a file may hold the contacts       merges, erasing, property
 *   contacts rank by the row's position                          import
 *   rows that come after the undo are erased                     import
 *   staff are refused from the undo on, and later unless kept    merges
 *   a merge is decided by the same stream                        merges
 *   touched by a decision, a picked one, a link, an edit         import, one test each
 *   … by a merge, from or into                                   import
 *   … a picked one is known to be imported                       import
 *   contacts are forgotten at the undo                           import
 *   a booking that is linked too late is linked back             import
 *   … and not erased                                             import
 *   … and that link is not one by staff                          registrar (in no world can it be told: it leads where the decision led)
 *   undone once                                                  merges
 *   each event of an undo once                                   import, which never ends then
 *   the list in the log counts                                   import ("keeps the customers whom the log lists")
 *   shredding waits for the registrar                            shredder.test
 *   a link by staff waits for the registrar's                    booking-endings, registrar
 *
 * That the registrar decides the undo and not the command is no line that can be removed.
 */

// Waiting between two tries is the only real time in the commands; without it each step is a step of the test.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async () => {},
}));

const EMAILS = ['ann@example.com', 'bob@example.com'];
const PHONES = ['+19255550101', '+19255550102'];
const oneOf = (contacts: readonly string[]) =>
  fc.option(fc.constantFrom(...contacts), { nil: null, freq: 3 });
const customer = fc.nat({ max: 3 });
const booking = fc.nat({ max: 9 });
const kindOf = <Kind extends string>(...kinds: readonly Kind[]) => fc.constantFrom(...kinds);

const contacts = { emails: fc.subarray(EMAILS), phones: fc.subarray(PHONES) };
/** Names that are the same but for case and accents, and another one; bookings are of `Person 0` and so on. */
const NAMES = ['Zoë Parent', 'ZOE PARENT', 'Mia Parent', 'Person 0', 'pérson 1'];
const row = fc
  .record({ ...contacts, name: fc.constantFrom(...NAMES) })
  .filter(({ emails, phones }) => emails.length + phones.length > 0);
const importing: fc.Arbitrary<Wish> = fc.record({
  kind: kindOf('import'),
  rows: fc.array(row, { minLength: 1, maxLength: 3 }),
});
const WISHES: readonly [number, fc.Arbitrary<unknown>][] = [
  [4, importing],
  [3, fc.record({ kind: kindOf('undo-import'), import: fc.nat({ max: 1 }) })],
  [
    4,
    fc.record({
      kind: kindOf('book'),
      email: oneOf(EMAILS),
      phone: oneOf(PHONES),
      byStaff: fc.boolean(),
      picks: fc.option(customer, { nil: null, freq: 2 }),
    }),
  ],
  [2, fc.record({ kind: kindOf('add'), ...contacts })],
  [
    2,
    fc.record({
      kind: kindOf('edit'),
      customer,
      ...contacts,
    }),
  ],
  [2, fc.record({ kind: kindOf('link'), booking, customer })],
  [1, fc.record({ kind: kindOf('confirm', 'delete'), booking })],
  [1, fc.record({ kind: kindOf('merge'), customer, into: customer })],
  [1, fc.record({ kind: kindOf('split'), merge: fc.nat({ max: 2 }) })],
  [1, fc.record({ kind: kindOf('erase'), customer })],
];
const wish = fc.oneof(...WISHES.map(([weight, arbitrary]) => ({ weight, arbitrary }))) as fc.Arbitrary<Wish>;
const wishes = fc
  .tuple(
    fc.array(wish, { maxLength: 2 }),
    importing,
    fc.array(wish, { minLength: 2, maxLength: 9, size: 'max' }),
  )
  .map(([before, first, after]) => [...before, first, ...after]);

const MOVES: readonly [Move['kind'], number][] = [
  ['open-gate', 12],
  ['begin', 6],
  ['registrar', 6],
  ['run-staff', 4],
  ['importer', 6],
  ['keep-up', 3],
  ['shredder', 3],
  ['kill', 1],
  ['lose-table', 1],
  ['lose-plans', 1],
  ['shred-and-lose', 1],
];
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.oneof(...MOVES.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
  process: fc.nat({ max: 1 }),
  n: fc.nat({ max: 20 }),
});
const schedule = fc.array(move, { minLength: 30, maxLength: 120, size: 'max' });

type Checked = Awaited<ReturnType<typeof checkWorld>>;
const idIn = ({ stream }: RecordedEvent) => stream.slice('customer-'.length);

/** An import at a time, no card changed by one, and each finished with every row that it planned. */
function checkImports(events: readonly RecordedEvent[], keptPlans: boolean): void {
  let open: unknown;
  const byImporter = events.filter(({ metadata }) => metadata.actor.process === 'importer');
  expect(byImporter.filter(({ type }) => type !== 'CustomerImported' && type !== 'ImportFinished')).toEqual(
    [],
  );
  for (const { type, data } of events) {
    if (type === 'ImportStarted') {
      expect(open).toBeUndefined();
      open = data.importId;
    } else if (type === 'ImportFinished' || type === 'ImportUndone') {
      if (type === 'ImportFinished' || open === data.importId) {
        expect(open).toBe(data.importId);
        open = undefined;
      }
    }
    if (type === 'ImportFinished') {
      const of = events.filter(
        (event) => event.type === 'CustomerImported' && event.data.importId === data.importId,
      );
      const before = of.filter(({ position }) => position < positionOf(events, type, data.importId));
      expect(before.length).toBeGreaterThanOrEqual(Number(data.imported));
      // A row of a plan that was lost is there, too.
      if (keptPlans) expect([of.length, before.length]).toEqual([data.imported, data.imported]);
    }
  }
  expect(open).toBeUndefined();
}

const positionOf = (events: readonly RecordedEvent[], type: string, importId: unknown): string =>
  events.find((event) => event.type === type && event.data.importId === importId)?.position ?? '';

/** No row makes a customer of a contact that somebody held when the import was started, or that another row has; each once. */
function checkNobodyTwice(
  events: readonly RecordedEvent[],
  { twice, broughtBack }: Checked['expected'],
): void {
  expect(twice).toEqual([]);
  expect(broughtBack).toEqual([]);
  const imported = events.filter(({ type }) => type === 'CustomerImported');
  const rows = imported.map(({ data }) => `${data.importId} ${data.row}`);
  expect(new Set(rows).size).toBe(rows.length);
}

/** Each undo is closed once, keeps touched customers, erases the others, and leaves no booking with them. */
function checkUndos(events: readonly RecordedEvent[], { kept }: Checked['expected']): void {
  const undone = events.filter(({ type }) => type === 'ImportUndone').map(({ data }) => data.importId);
  expect(new Set(undone).size).toBe(undone.length);
  const closed = events.filter(({ type }) => type === 'ImportUndoClosed');
  expect(closed.map(({ data }) => data.importId).sort()).toEqual([...undone].sort());
  for (const { data } of closed)
    expect([...(data.kept as string[])].sort()).toEqual([...(kept.get(data.importId) ?? [])].sort());
  const erasedIds = events.flatMap(({ type, data }) =>
    type === 'CustomersErased' ? (data.customerIds as string[]) : [],
  );
  expect(new Set(erasedIds).size).toBe(erasedIds.length);
  for (const event of events.filter(({ type }) => type === 'CustomerImported')) {
    const { importId } = event.data;
    if (undone.includes(importId))
      expect([kept.get(importId)?.includes(idIn(event)), erasedIds.includes(idIn(event))]).toContain(true);
  }
  const ofUndo = new Set(
    events.flatMap(({ type, data }) =>
      type === 'CustomersErased' && data.importId !== undefined ? (data.customerIds as string[]) : [],
    ),
  );
  for (const own of Map.groupBy(events, ({ stream }) => stream).values()) {
    const last = own.findLast(({ type }) => type === 'BookingLinked');
    const isGone = own.some(({ type }) => type === 'BookingDeleted' || type === 'BookingErased');
    if (last && !isGone) expect(ofUndo).not.toContain(last.data.customerId);
  }
  // Merges are decided by the stream of merges. So staff never merge a customer whom an undo takes away.
  for (const merge of events.filter(({ type }) => type === 'CustomersMerged'))
    expect([ofUndo.has(String(merge.data.from)), ofUndo.has(String(merge.data.into))]).not.toContain(true);
}

describe('an import', () => {
  it('brings each customer once and takes back only customers whom nobody has touched, under any interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, schedule, async (wanted, steps) => {
        const world = createRegistrarWorld(wanted);
        for (const step of steps) await world.step(step);
        const { events, expected } = await checkWorld(world);
        checkImports(events, !steps.some(({ kind }) => kind === 'lose-plans'));
        checkNobodyTwice(events, expected);
        checkUndos(events, expected);
      }),
      { numRuns: Number(process.env.PROTOCOL_RUNS ?? (ALL_TESTS ? 150 : 50)), endOnFailure: true },
    );
  });
});
