import { expect } from 'vitest';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import type { CardContacts } from '../../../src/features/customers/events.ts';
import { MERGES } from '../../../src/features/customers/events.ts';
import { mergesDecider } from '../../../src/features/customers/merges/decider.ts';
import { byRegistrar, oracle } from './registrar-oracle.ts';
import type { createRegistrarWorld } from './registrar-world.ts';

interface Person {
  readonly email: string | null;
  readonly phoneE164: string | null;
}
type World = ReturnType<typeof createRegistrarWorld>;

/** The contacts in an event, even if its key is shredded. */
export const contactsIn =
  ({ said }: World) =>
  (event: RecordedEvent): readonly string[] | typeof ERASED => {
    const personal = said(event) as CardContacts | Person | typeof ERASED;
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
  const all = events.filter(({ type }) => type === 'CustomersErased');
  // An undo erases no booking.
  const erasures = all.filter(({ data }) => data.importId === undefined);
  const isErased = (id: unknown) => all.some(({ data }) => (data.customerIds as unknown[]).includes(id));
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

/** Everyone goes on undisturbed; then all that is promised of bookings and customers holds. @returns the log, and what the oracle says */
export async function checkWorld(world: World) {
  await world.calmDown();
  const events = await world.events();
  expect(world.failures).toEqual([]);

  const expected = oracle(events, contactsIn(world), world.erasingSince);
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
  return { events, expected };
}
