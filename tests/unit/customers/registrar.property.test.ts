import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import { type CardContacts, MERGES } from '../../../src/features/customers/events.ts';
import { mergesDecider } from '../../../src/features/customers/merges/decider.ts';
import { byRegistrar, oracle } from '../../support/customers/registrar-oracle.ts';
import type { Wish } from '../../support/customers/registrar-wishes.ts';
import { createRegistrarWorld, type Move } from '../../support/customers/registrar-world.ts';

/*
 * Each guard of the protocol was removed by hand, one at a time, and the tests run with 400 to 500 random worlds of two
 * processes, kills, stalls, a lost table and racing staff. What failed:
 *
 *   a link found in the log is the decision                                          property
 *   a booking that is gone and has no link gets none                                 registrar.test
 *   the erased hold nothing from the erasure's position on                           property
 *   what was decided counts as held                                                  property
 *   saved, then written                                                              property
 *   the checkpoint is compared                                                       property
 *   whoever loads the table writes what is open                                      property
 *   an event about a card is written once                                            property
 *   a link is written once                                                           property
 *   each append at the revision read                                                 registrar.test
 *   a customer's events in the order of their bookings                               property
 *   its own event takes over, so that a later edit counts                            property
 *   contacts rank by the booking's request                                           property, registrar.test
 *   a card event of somebody erased is passed over                                   property
 *   a stranger's booking teaches nothing; only what was lacking is learnt            property
 *   a confirmation teaches                                                           property
 *   … the customer to whom staff had linked it                                       registrar.test
 *   … but not the customer whom the booking registered                               registrar.test
 *   … and not once more after staff have undone it                                   registrar.test
 *   the shredder waits for the registrar's saved position                            property, shredder.test
 *   … for decisions about the erased customers                                       shredder.test
 *   … for decisions about a booking, and about others of its customer                shredder.test
 *   … and erases what is linked to the erased later                                  property
 *   … and what was linked to them at that position, whatever came after              property
 *   the event before the key                                                         property
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
const book: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('book'),
  email: oneOf(EMAILS),
  phone: oneOf(PHONES),
  byStaff: fc.boolean(),
  picks: fc.option(customer, { nil: null, freq: 2 }),
});
const edit: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('edit'),
  customer,
  emails: fc.subarray(EMAILS),
  phones: fc.subarray(PHONES),
});
const wish: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 6, arbitrary: book },
  { weight: 3, arbitrary: edit },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('confirm', 'unconfirm'), booking }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), booking }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('link'), booking, customer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge'), customer, into: customer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('split'), merge: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase'), customer }) },
) as fc.Arbitrary<Wish>;
const wishes = fc
  .tuple(book, fc.array(wish, { minLength: 3, maxLength: 12, size: 'max' }))
  .map(([first, rest]) => [first, ...rest]);

const MOVES: readonly [Move['kind'], number][] = [
  ['open-gate', 10],
  ['begin', 6],
  ['registrar', 6],
  ['run-staff', 4],
  ['keep-up', 2],
  ['shredder', 4],
  ['kill', 1],
  ['lose-table', 1],
  ['shred-and-lose', 2],
];
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.oneof(...MOVES.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
  process: fc.nat({ max: 1 }),
  n: fc.nat({ max: 20 }),
});
const schedule = fc.array(move, { minLength: 30, maxLength: 100, size: 'max' });

interface Person {
  readonly email: string | null;
  readonly phoneE164: string | null;
}
type World = ReturnType<typeof createRegistrarWorld>;

/** What somebody wrote into an event, whatever has become of its key. */
const contactsIn =
  ({ said }: World) =>
  ({ id }: RecordedEvent): readonly string[] | typeof ERASED => {
    const personal = said.get(id) as CardContacts | Person | typeof ERASED;
    if (personal === ERASED) return ERASED;
    if ('emails' in personal)
      return [...personal.emails, ...personal.phones.flatMap(({ phoneE164 }) => phoneE164 ?? [])];
    return [personal.email, personal.phoneE164].filter((contact) => contact !== null);
  };

const idIn = ({ stream }: RecordedEvent) => stream.slice(stream.indexOf('-') + 1);

/** Contacts on the cards, by customer, as the log has them. */
function cardsOf(events: readonly RecordedEvent[], world: World) {
  const cards = new Map<string, Set<string>>();
  for (const event of events.filter(({ stream }) => stream.startsWith('customer-'))) {
    if (event.type === 'CustomerErased') continue;
    const before = event.type === 'CustomerChanged' ? [] : (cards.get(idIn(event)) ?? []);
    const contacts = contactsIn(world)(event);
    if (contacts === ERASED) throw new Error(`${event.stream} was written without what its booking said`);
    cards.set(idIn(event), new Set([...before, ...contacts]));
  }
  return cards;
}

function checkLinks(events: readonly RecordedEvent[], expected: ReturnType<typeof oracle>): void {
  for (const [stream, own] of Map.groupBy(events, (event) => event.stream)) {
    if (!stream.startsWith('booking-')) continue;
    const links = own.filter((event) => event.type === 'BookingLinked' && byRegistrar(event));
    const gone = own.some(({ type }) => type === 'BookingDeleted');
    expect(links.length).toBeLessThanOrEqual(1);
    if (!gone) expect(links.length).toBe(1);
    for (const link of links) {
      expect({ stream, linkedTo: link.data.customerId }).toEqual({
        stream,
        linkedTo: expected.links.get(stream.slice(8)),
      });
      const card = events.find((event) => event.stream === `customer-${link.data.customerId}`);
      expect(card?.position.localeCompare(link.position)).toBe(-1);
    }
  }
  for (const [stream, own] of Map.groupBy(events, (event) => event.stream)) {
    const taught = own.flatMap(({ type, data }) =>
      type === 'CustomerRegistered' || type === 'CustomerContactAdded' ? [data.bookingId] : [],
    );
    expect({ stream, taught: new Set(taught).size }).toEqual({ stream, taught: taught.length });
  }
}

async function checkErasure(events: readonly RecordedEvent[], world: World): Promise<void> {
  const erasures = events.filter(({ type }) => type === 'CustomersErased');
  const isErased = (id: unknown) => erasures.some(({ data }) => (data.customerIds as unknown[]).includes(id));
  for (const [stream, own] of Map.groupBy(events, (event) => event.stream)) {
    if (stream.startsWith('customer-')) {
      expect({ stream, shredded: await world.isShredded(stream) }).toEqual({
        stream,
        shredded: isErased(stream.slice(9)),
      });
      if (isErased(stream.slice(9))) expect(own.at(-1)?.type).toBe('CustomerErased');
    }
    if (!stream.startsWith('booking-')) continue;
    const links = own.filter(({ type }) => type === 'BookingLinked');
    const isOfErased = erasures.some(({ data, position }) => {
      const ids = data.customerIds as unknown[];
      const atThatTime = links.findLast((link) => link.position < position);
      return [atThatTime, ...links.filter((link) => link.position > position)].some((link) =>
        ids.includes(link?.data.customerId),
      );
    });
    const isDeleted = own.some(({ type }) => type === 'BookingDeleted');
    expect({ stream, shredded: await world.isShredded(stream) }).toEqual({
      stream,
      shredded: isOfErased || isDeleted,
    });
    if (isOfErased)
      expect(own.some(({ type }) => type === 'BookingErased' || type === 'BookingDeleted')).toBe(true);
  }
}

describe('the registrar', () => {
  it('finds each booking its one customer under any interleaving of staff, kills, stalls and lost tables', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, schedule, async (wanted, steps) => {
        const world = createRegistrarWorld(wanted);
        for (const step of steps) await world.step(step);
        await world.calmDown();
        const events = await world.events();
        expect(world.failures).toEqual([]);

        const expected = oracle(events, contactsIn(world));
        checkLinks(events, expected);
        const cards = cardsOf(events, world);
        for (const customerId of expected.registered)
          if (!expected.erased.has(customerId))
            expect([customerId, [...(cards.get(customerId) ?? [])].sort()]).toEqual([
              customerId,
              [...(expected.cards.get(customerId) ?? [])].sort(),
            ]);
        await checkErasure(events, world);
        events
          .filter(({ stream }) => stream === MERGES)
          .reduce(
            (state, event) => mergesDecider.evolve(state as never, event as never),
            mergesDecider.initialState(),
          );
        const { contacts, decisions, erasures } = await world.saved();
        expect({ decisions, erasures }).toEqual({ decisions: [], erasures: [] });
        expect(contacts).toEqual(await world.folded());

        await world.loseTable();
        expect(await world.events()).toEqual(events);
        expect((await world.saved()).contacts).toEqual(contacts);
      }),
      { numRuns: Number(process.env.PROTOCOL_RUNS ?? 150), endOnFailure: true },
    );
  });
});
