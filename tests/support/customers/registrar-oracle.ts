import type { Position, RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import { customerIdOf } from '../../../src/features/customers/contacts.ts';

/** A card or a booking's person as somebody wrote it, in contacts that can be matched. */
type ContactsOf = (event: RecordedEvent) => readonly string[] | typeof ERASED;

interface Entry {
  readonly contact: string;
  readonly customerId: string;
  readonly rank: string;
  /** The booking whose event about it isn't in the log yet; null once it is on the card. */
  pending: string | null;
  /** Where the log put it on the card. */
  onCardAt: Position | null;
}

const bookingOf = ({ stream }: RecordedEvent) => stream.slice('booking-'.length);
export const byRegistrar = ({ metadata: { actor } }: RecordedEvent) => actor.process === 'registrar';

/**
 * Computes the decisions of a registrar that never fails, event by event: the customer of each booking, and the final
 * contacts of each customer. It asks the log only for the outcomes of races: whether a booking was gone before the
 * decision about it.
 *
 * @param erasingSince how far the log went when a command to erase somebody began, by the command's id
 */
export function oracle(
  events: readonly RecordedEvent[],
  contactsOf: ContactsOf,
  erasingSince: ReadonlyMap<string, Position>,
) {
  const links = new Map<string, string>();
  const entries = new Set<Entry>();
  const registered = new Set<string>();
  const erased = new Set<string>();
  const requests = new Map<string, RecordedEvent>();
  /** Imported customers of imports that weren't undone yet. */
  const imported = new Map<string, { readonly importId: unknown; touched: boolean }>();
  /** Contacts that somebody has held since an import was started, or that a row of it has brought. */
  const heldSince = new Map<unknown, Set<string>>();
  /** Contacts that a row of a file has brought although somebody held them all the time. */
  const twice: string[] = [];
  /**
   * Contacts of customers whom staff have erased since an import was started, and those of them that a row of it has
   * brought back. A contact doesn't count that wasn't on the card yet when the command to erase began: the command
   * couldn't know it.
   */
  const erasedSince = new Map<unknown, Set<string>>();
  const broughtBack: string[] = [];
  /** Customers whom the undo of an import kept. */
  const kept = new Map<unknown, readonly string[]>();
  const touch = (customerId: unknown) => {
    const one = imported.get(String(customerId));
    if (one) one.touched = true;
  };
  const erase = (customerId: string) => {
    erased.add(customerId);
    imported.delete(customerId);
    drop((entry) => entry.customerId === customerId);
  };

  const has = (bookingId: string, ...types: readonly string[]) =>
    events.some((event) => event.stream === `booking-${bookingId}` && types.includes(event.type));
  const linkOf = (bookingId: string) =>
    events.find(
      (event) =>
        event.stream === `booking-${bookingId}` && event.type === 'BookingLinked' && byRegistrar(event),
    )?.data.customerId as string | undefined;
  const isGone = (bookingId: string) => has(bookingId, 'BookingDeleted', 'BookingErased');
  const firstHolder = (contact: string, counts: (entry: Entry) => boolean) =>
    [...entries]
      .filter((entry) => entry.contact === contact && counts(entry))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))[0]?.customerId;
  /** A stalled registrar may write about a booking that was deleted before another one, whose table was lost, came to it. */
  const counting = [() => true, ({ pending }: Entry) => pending === null || !isGone(pending)];
  const known = (event: RecordedEvent): readonly string[] => {
    const contacts = contactsOf(event);
    return contacts === ERASED ? [] : contacts;
  };
  /** A registrar that came in time let the next bookings find the contact, but the booking went before the card had it. */
  const isUnwritten = ({ pending, customerId }: Entry) =>
    pending !== null &&
    customerId !== customerIdOf(pending) &&
    isGone(pending) &&
    !events.some(({ type, data }) => type === 'CustomerContactAdded' && data.bookingId === pending);
  function learn(request: RecordedEvent, customerId: string): void {
    if (erased.has(customerId)) return;
    const [rank, pending] = [request.position, bookingOf(request)];
    const isLearnt = (contact: string) => (entry: Entry) =>
      entry.contact === contact && entry.customerId === customerId && !isUnwritten(entry);
    for (const contact of known(request))
      if (![...entries].some(isLearnt(contact)))
        entries.add({ contact, customerId, rank, pending, onCardAt: null });
  }
  const enter = (contact: string, customerId: string, at: Position) =>
    entries.add({ contact, customerId, rank: at, pending: null, onCardAt: at });
  const drop = (is: (entry: Entry) => boolean) => {
    for (const entry of entries) if (is(entry)) entries.delete(entry);
    for (const held of heldSince.values())
      for (const contact of held)
        if (![...entries].some((entry) => entry.contact === contact)) held.delete(contact);
  };

  for (const event of events) {
    const bookingId = bookingOf(event);
    const customerId = event.stream.slice('customer-'.length);
    switch (event.type) {
      case 'BookingRequested': {
        requests.set(bookingId, event);
        const actual = linkOf(bookingId);
        if (!actual && isGone(bookingId)) break;
        const picked = event.data.customerId as string | undefined;
        const own = customerIdOf(bookingId);
        const isPicked = picked && registered.has(picked) && !erased.has(picked);
        const [customer = own, ...others] = counting.map((counts) => {
          const holders = known(event).map((contact) => firstHolder(contact, counts));
          return isPicked ? picked : (holders.find((found) => found !== undefined) ?? own);
        });
        const decided = others.find((other) => other === actual) ?? customer;
        links.set(bookingId, decided);
        touch(decided);
        if (decided === own || event.data.status === 'confirmed') learn(event, decided);
        break;
      }
      case 'BookingConfirmed': {
        const isAgain = events.some(
          ({ stream, type, revision }) =>
            stream === event.stream && type === 'BookingConfirmed' && revision < event.revision,
        );
        // A booking teaches once.
        if (isAgain) break;
        const request = requests.get(bookingId);
        const chosen = events.findLast(
          (link) =>
            link.stream === event.stream &&
            link.type === 'BookingLinked' &&
            !byRegistrar(link) &&
            link.revision < event.revision,
        );
        const isChosen = chosen?.metadata.actor.kind === 'admin';
        const customer = isChosen ? String(chosen.data.customerId) : links.get(bookingId);
        if (request && customer && customer !== customerIdOf(bookingId)) learn(request, customer);
        break;
      }
      case 'BookingLinked':
        if (event.metadata.actor.kind === 'admin') touch(event.data.customerId);
        break;
      case 'CustomersMerged':
        touch(event.data.from);
        touch(event.data.into);
        break;
      case 'ImportStarted':
        erasedSince.set(event.data.importId, new Set());
        heldSince.set(
          event.data.importId,
          new Set([...entries].filter((entry) => !isUnwritten(entry)).map(({ contact }) => contact)),
        );
        break;
      case 'CustomerAdded':
        registered.add(customerId);
        for (const contact of known(event)) enter(contact, customerId, event.position);
        break;
      case 'CustomerImported':
        registered.add(customerId);
        if (kept.has(event.data.importId)) {
          erased.add(customerId);
          break;
        }
        imported.set(customerId, { importId: event.data.importId, touched: false });
        for (const contact of known(event)) {
          if (heldSince.get(event.data.importId)?.has(contact)) twice.push(`${contact} ${customerId}`);
          if (erasedSince.get(event.data.importId)?.has(contact))
            broughtBack.push(`${contact} ${customerId}`);
          enter(contact, customerId, event.position);
        }
        for (const contact of known(event)) heldSince.get(event.data.importId)?.add(contact);
        break;
      case 'ImportUndone': {
        const of = [...imported].filter(([, { importId }]) => importId === event.data.importId);
        kept.set(
          event.data.importId,
          of.filter(([, { touched }]) => touched).map(([id]) => id),
        );
        for (const [id, { touched }] of of) {
          if (touched) imported.delete(id);
          else erase(id);
        }
        break;
      }
      case 'CustomerRegistered':
      case 'CustomerContactAdded':
        registered.add(customerId);
        for (const entry of entries)
          if (entry.customerId === customerId && entry.pending === event.data.bookingId)
            Object.assign(entry, { pending: null, onCardAt: event.position });
        break;
      case 'CustomerChanged': {
        if (erased.has(customerId)) break;
        touch(customerId);
        const card = known(event);
        const isOnCard = (entry: Entry) => entry.customerId === customerId && entry.pending === null;
        drop((entry) => isOnCard(entry) && !card.includes(entry.contact));
        for (const contact of card)
          if (![...entries].some((entry) => isOnCard(entry) && entry.contact === contact))
            enter(contact, customerId, event.position);
        break;
      }
      case 'CustomersErased':
        if (event.data.importId === undefined)
          for (const { contact, customerId: holder, onCardAt } of entries)
            if (
              (event.data.customerIds as string[]).includes(holder) &&
              onCardAt !== null &&
              onCardAt <= (erasingSince.get(event.metadata.commandId) ?? event.position)
            )
              for (const since of erasedSince.values()) since.add(contact);
        for (const id of event.data.customerIds as string[]) erase(id);
        break;
    }
  }

  drop(isUnwritten);
  const cards = new Map<string, Set<string>>();
  for (const { contact, customerId } of entries)
    cards.set(customerId, (cards.get(customerId) ?? new Set()).add(contact));
  return { links, cards, erased, registered, twice, broughtBack, kept };
}
