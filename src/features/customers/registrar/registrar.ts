import { allSettled } from '../../../eventsourcing/async/all-settled.ts';
import { breather } from '../../../eventsourcing/async/breather.ts';
import type { EventStore, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { type ERASED, upcast } from '../../../eventsourcing/event-types.ts';
import type { ProcessManager } from '../../../eventsourcing/processes/process-manager.ts';
import { BOOKING, bookingEventTypes, bookingStream, idOfBooking } from '../../booking/appointment/events.ts';
import { type ContactHash, contactsOf, customerIdOf, type HashContact, hashesOf } from '../contacts.ts';
import {
  type CardContacts,
  CUSTOMER,
  type CustomerEvent,
  customerEventTypes,
  customerStream,
  FIRST_EVENTS,
  idOfCustomer,
  MERGES,
  type MergesEvent,
  mergesEventTypes,
  REGISTRAR,
} from '../events.ts';
import {
  type BookingHistory,
  type BookingRequested,
  bookingHistory,
  isLinkByStaff,
} from './booking-history.ts';
import {
  createRegistrarMemory,
  decisionKey,
  type ImportUndo,
  type RegistrarDecision,
  type RegistrarTables,
} from './memory.ts';
import { createDecisionWriter, writesCard } from './write.ts';
import { createUndoWriter, isUnwritten, keptIn } from './write-undo.ts';

interface RegistrarDeps<Tx> {
  /** The log, with personal parts sealed, as they are stored. */
  readonly log: Pick<EventStore, 'read'>;
  /** The same log, but it seals the personal parts of appended events. */
  readonly store: Pick<EventStore, 'append'>;
  /** Opens the personal parts of events. */
  open(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>;
  readonly tables: RegistrarTables<Tx>;
  readonly hash: HashContact;
  now(): Date;
}

/** Saving is delayed this much, so that batches that follow immediately are saved together. */
const SAVE_WITHIN_MS = 20;
const WRITES_AT_ONCE = 8;

/** Types of events whose personal part contains contacts. */
const WITH_CONTACTS: ReadonlySet<string> = new Set([
  'BookingRequested',
  'CustomerRegistered',
  'CustomerImported',
  'CustomerAdded',
  'CustomerContactAdded',
  'CustomerChanged',
]);

/**
 * The process manager that finds the one customer of each booking (docs/event-model.md, "How a booking finds its customer"). It
 * folds the log in order, decides, saves what it has decided, and only then writes it to the log. Links that are in the log already
 * are never decided again. So if its tables are lost, it folds the log again and comes to the same result.
 */
export function createRegistrar<Tx>({
  log,
  store,
  open,
  tables,
  hash,
  now,
}: RegistrarDeps<Tx>): ProcessManager<Tx> & { readonly name: typeof REGISTRAR } {
  const memory = createRegistrarMemory();
  const sealedWrites: Pick<EventStore, 'read' | 'append'> = {
    read: (...of) => log.read(...of),
    append: (...events) => store.append(...events),
  };
  const write = createDecisionWriter({ log: sealedWrites, open, hash, now });
  const writeUndo = createUndoWriter({ log: sealedWrites, now });
  /** Keys of open decisions that this process has written. */
  const written = new Set<string>();
  /** Undos of imports that this process has written, by import. */
  const writtenUndos = new Map<string, ImportUndo>();

  const readBooking = async (stream: string) => bookingHistory(await log.read(stream));

  async function isRegistered(customerId: string): Promise<boolean> {
    const [first] = await log.read(customerStream(customerId));
    return first !== undefined && FIRST_EVENTS.has(first.type);
  }

  /** The customer whose booking it is, by what is known at the booking's position. Erased customers have no contacts. */
  async function customerFor({ stream, data }: BookingRequested): Promise<string> {
    const { customerId: picked, personal } = data;
    if (picked !== undefined && !memory.isErased(picked) && (await isRegistered(picked))) return picked;
    for (const contact of hashesOf(contactsOf(personal), hash)) {
      const holder = memory.firstHolder(contact);
      if (holder !== undefined) return holder;
    }
    return customerIdOf(idOfBooking(stream));
  }

  const lackedBy = (customerId: string, contacts: CardContacts | typeof ERASED): readonly ContactHash[] =>
    memory.isErased(customerId)
      ? []
      : hashesOf(contacts, hash).filter((contact) => !memory.holds(customerId, contact));

  /**
   * The contacts that a booking adds to its customer's card. If the booking is deleted or erased, its contacts can't be read, but
   * those that it had already added are on the card.
   */
  async function learntFrom(
    { stream, data }: BookingRequested,
    customerId: string,
    isGone: boolean,
  ): Promise<readonly ContactHash[]> {
    if (!isGone) return lackedBy(customerId, contactsOf(data.personal));
    const bookingId = idOfBooking(stream);
    const card = await log.read(customerStream(customerId));
    const [taught] = await open(card.filter(({ data }) => data.bookingId === bookingId));
    if (!taught) return [];
    const event = upcast(taught, customerEventTypes) as RecordedEvent & CustomerEvent;
    return event.type === 'CustomerErased' ? [] : lackedBy(customerId, event.data.personal);
  }

  async function onRequest(event: BookingRequested, { linkedTo, isGone }: BookingHistory): Promise<void> {
    if (linkedTo === undefined && isGone) return;
    const bookingId = idOfBooking(event.stream);
    const customerId = linkedTo ?? (await customerFor(event));
    // A stranger can book with somebody else's e-mail. So the booking's other contacts are added only once staff have confirmed it.
    const teaches = customerId === customerIdOf(bookingId) || event.data.status === 'confirmed';
    const learnt = teaches ? await learntFrom(event, customerId, isGone) : [];
    memory.open({ bookingId, customerId, rank: event.position, learnt, links: true });
  }

  async function onConfirmation(event: RecordedEvent, history: BookingHistory): Promise<void> {
    // A booking teaches its contacts once. Staff may have removed some of them since.
    if (history.wasConfirmed(event.revision)) return;
    const bookingId = idOfBooking(event.stream);
    const customerId =
      history.chosenByStaff(event.revision) ??
      history.linkedTo ??
      memory.decisions.get(bookingId)?.customerId;
    // A customer who was registered for this booking got all its contacts then. Staff may have removed some since, so none is added.
    if (!history.request || !customerId || customerId === customerIdOf(bookingId)) return;
    const [request = history.request] = (await open([history.request])) as readonly BookingRequested[];
    const learnt = await learntFrom(request, customerId, history.isGone);
    if (learnt.length === 0) return;
    memory.open({ bookingId, customerId, rank: history.request.position, learnt, links: false });
  }

  async function onCustomer(event: RecordedEvent & CustomerEvent): Promise<void> {
    const customerId = idOfCustomer(event.stream);
    if (event.type === 'CustomerErased') return memory.forget(customerId);
    if (memory.isErased(customerId)) return;
    const hashes = hashesOf(event.data.personal, hash);
    if (event.type === 'CustomerChanged') {
      memory.touch(customerId);
      return memory.replace(customerId, hashes, event.position);
    }
    if (event.type === 'CustomerImported' && !memory.bring(customerId, event.data.importId)) return;
    if (event.type === 'CustomerImported' || event.type === 'CustomerAdded') {
      for (const contact of hashes) memory.hold({ hash: contact, customerId, rank: event.position });
      return;
    }
    const { bookingId } = event.data;
    const rank =
      memory.takeOver(bookingId, customerId)?.rank ??
      (await readBooking(bookingStream(bookingId))).request?.position ??
      event.position;
    for (const contact of hashes) memory.hold({ hash: contact, customerId, rank });
  }

  async function onBooking(
    event: RecordedEvent,
    historyOf: (stream: string) => BookingHistory,
  ): Promise<void> {
    switch (event.type) {
      case 'BookingRequested':
        return onRequest(event as BookingRequested, historyOf(event.stream));
      case 'BookingConfirmed':
        return onConfirmation(event, historyOf(event.stream));
      case 'BookingLinked':
        // Only the registrar's own links close a decision. Staff's links don't, since the registrar links every booking itself, too.
        if (event.metadata.actor.process === REGISTRAR)
          memory.close({ bookingId: idOfBooking(event.stream), links: true });
        else if (isLinkByStaff(event)) memory.touch(String(event.data.customerId));
        return;
    }
  }

  async function onMerges({ type, data }: MergesEvent): Promise<void> {
    switch (type) {
      case 'CustomersMerged':
        memory.touch(data.from);
        memory.touch(data.into);
        return;
      case 'CustomersErased':
        for (const id of data.customerIds) memory.forget(id);
        if (data.importId !== undefined) memory.undoRead(data.importId, { erased: data.customerIds });
        return;
      case 'ImportUndone':
        return memory.undo(data.importId, keptIn(await log.read(MERGES), data.importId));
      case 'ImportUndoClosed':
        return memory.undoRead(data.importId, 'closed');
    }
  }

  /** Reads the streams of all bookings that a batch of events is about, at the same time. */
  async function historiesOf(events: readonly RecordedEvent[]) {
    const asked = events.filter(({ type }) => type === 'BookingRequested' || type === 'BookingConfirmed');
    const histories = new Map<string, BookingHistory>();
    await allSettled(
      [...new Set(asked.map(({ stream }) => stream))].map(async (stream) => {
        histories.set(stream, await readBooking(stream));
      }),
    );
    return (stream: string): BookingHistory => {
      const history = histories.get(stream);
      if (!history) throw new Error(`${stream} was not read`);
      return history;
    };
  }

  async function writeOne(decision: RegistrarDecision): Promise<void> {
    await write(decision);
    written.add(decisionKey(decision));
  }

  /**
   * Writes a customer's decisions. Events of the card come first, in the order of the ranks, so that no booking is linked to a
   * customer whose stream doesn't exist yet. The links are then written at the same time, since they share statements.
   */
  async function writeAll(decisions: readonly RegistrarDecision[]): Promise<void> {
    for (const decision of decisions) if (writesCard(decision)) await writeOne(decision);
    await allSettled(decisions.filter((decision) => !writesCard(decision)).map(writeOne));
  }

  return {
    name: REGISTRAR,
    prefixes: [`${BOOKING}-`, `${CUSTOMER}-`, MERGES],
    saveWithinMs: SAVE_WITHIN_MS,
    get openItems() {
      return memory.decisions.size + [...memory.undos.values()].filter(isUnwritten).length;
    },

    async load(tx) {
      await memory.load(tx, tables);
      written.clear();
      writtenUndos.clear();
    },

    async handle({ events }) {
      const historyOf = await historiesOf(events);
      const opened = new Map(
        (await open(events.filter(({ type }) => WITH_CONTACTS.has(type)))).map((event) => [event.id, event]),
      );
      const breathe = breather();
      for (const recorded of events) {
        const event = opened.get(recorded.id) ?? recorded;
        if (event.stream === MERGES) {
          await onMerges(upcast(event, mergesEventTypes));
        } else if (event.stream.startsWith(`${CUSTOMER}-`)) {
          await onCustomer(upcast(event, customerEventTypes) as RecordedEvent & CustomerEvent);
        } else if (event.stream.startsWith(`${BOOKING}-`)) {
          await onBooking(upcast(event, bookingEventTypes), historyOf);
        }
        await breathe();
      }
    },

    save: (tx) => memory.save(tx, tables),

    /** A process writes all decisions that it has loaded or saved, even if another process made them. */
    async afterSave() {
      for (const key of written) if (!memory.decisions.has(key)) written.delete(key);
      const unwritten = [...memory.decisions.values()]
        .filter((decision) => !written.has(decisionKey(decision)))
        .sort((a, b) => (a.rank < b.rank ? -1 : 1));
      const groups = [...Map.groupBy(unwritten, ({ customerId }) => customerId).values()].values();
      await allSettled(
        Array.from({ length: WRITES_AT_ONCE }, async () => {
          for (const group of groups) await writeAll(group);
        }),
      );
      for (const undo of memory.undos.values()) {
        if (!isUnwritten(undo) || writtenUndos.get(undo.importId) === undo) continue;
        await writeUndo(undo);
        writtenUndos.set(undo.importId, undo);
      }
    },
  };
}
