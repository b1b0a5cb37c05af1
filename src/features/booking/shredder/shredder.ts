import {
  type EventStore,
  LOG_START,
  type Position,
  type RecordedEvent,
} from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import type { Due, ItemTable, ProcessManager } from '../../../eventsourcing/processes/process-manager.ts';
import { createSavedItems } from '../../../eventsourcing/processes/saved-items.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import { customerStream, MERGES, mergesEventTypes } from '../../customers/events.ts';
import { ledgersOf } from '../../messages/events.ts';
import { BOOKING, bookingEventTypes, bookingStream, idOfBooking } from '../appointment/events.ts';
import { appendErased, SHREDDER } from './append-erased.ts';

export { SHREDDER };

/** Something to erase: one booking, or everything of one person. */
export type Erasure = {
  /** Of the event that asks for it. */
  readonly position: Position;
} & ({ readonly bookingId: string } | { readonly customerIds: readonly string[] });

/** What the registrar has saved: how far it has read the log, and the decisions that it hasn't seen in the log yet. */
export interface SavedMatching {
  readonly position: Position;
  readonly decisions: readonly { readonly bookingId: string; readonly customerId: string }[];
}

interface ShredderDeps<Tx> {
  /** The log as it is stored. */
  readonly log: Pick<EventStore, 'read' | 'append' | 'subscribe'>;
  readonly keys: Pick<SealingKeys, 'shred'>;
  readonly tables: {
    readonly erasures: ItemTable<Tx, Erasure>;
    /** By id of the customer: bookings that are linked to one later are erased too. */
    readonly erased: ItemTable<Tx, true>;
  };
  savedMatching(): Promise<SavedMatching>;
  /** Removes what is kept of a booking's messages outside of the log; may be called again. */
  forgetMessages(bookingId: string): Promise<void>;
  now(): Date;
}

/** Saving is delayed this much, since after a lost save a key is only shredded again. */
const SAVE_WITHIN_MS = 1_000;
/** How long it waits for the registrar before it looks again. */
const LOOK_AGAIN_MS = { first: 20, longest: 1_000 };

/**
 * Destroys the keys of what is deleted or erased (docs/event-model.md, "Personal data"): from then on nobody can open these
 * personal parts, in the log, in a copy of it or in a rebuild of a read model. It waits until the registrar has read that
 * far and has written what it has decided, since a card is made from what the booking's stream says. It writes that a stream
 * is erased before it shreds the stream's key, so that whoever appends to it at that moment reads again. A process that is
 * killed in between leaves nothing out: each step may be repeated.
 */
export function createShredder<Tx>({
  log,
  keys,
  tables,
  savedMatching,
  forgetMessages,
  now,
}: ShredderDeps<Tx>): ProcessManager<Tx> & { readonly name: typeof SHREDDER; readonly due: Due } {
  const erasures = createSavedItems<Erasure>();
  const erased = createSavedItems<true>();
  let waitMs = LOOK_AGAIN_MS.first;
  let lookAgainAt = 0;

  /** Bookings whose last link at that position is to one of these customers. */
  async function bookingsOf(customerIds: readonly string[], position: Position): Promise<string[]> {
    const linked = new Map<string, string>();
    const options = {
      from: LOG_START,
      streamPrefixes: [`${BOOKING}-`],
      signal: new AbortController().signal,
    };
    for await (const batch of log.subscribe(options)) {
      for (const event of batch.events) {
        if (event.type !== 'BookingLinked' || event.position > position) continue;
        const { data } = upcast(event, { BookingLinked: bookingEventTypes.BookingLinked });
        linked.set(idOfBooking(event.stream), data.customerId);
      }
      if (batch.position >= position) break;
    }
    return [...linked].filter(([, customerId]) => customerIds.includes(customerId)).map(([id]) => id);
  }

  async function shredBooking(bookingId: string): Promise<void> {
    const stream = bookingStream(bookingId);
    await appendErased(log, stream, 'BookingErased', now);
    await keys.shred(stream);
    for (const ledger of ledgersOf(bookingId)) await keys.shred(ledger);
    await forgetMessages(bookingId);
  }

  /**
   * Whether nothing is undecided that rests on what the bookings say: what is decided about them, and about every booking of
   * the customers that they are linked to. Otherwise, with the registrar's table lost, it would be decided anew without them.
   */
  async function areSettled(
    bookingIds: readonly string[],
    decisions: SavedMatching['decisions'],
  ): Promise<boolean> {
    if (decisions.length === 0) return true;
    for (const bookingId of bookingIds) {
      const events = await log.read(bookingStream(bookingId));
      const linked = events.flatMap(({ type, data }) => (type === 'BookingLinked' ? [data.customerId] : []));
      if (decisions.some((open) => open.bookingId === bookingId || linked.includes(open.customerId)))
        return false;
    }
    return true;
  }

  /** @returns whether it is done; false when it has to wait for the registrar */
  async function carryOut(erasure: Erasure, { position, decisions }: SavedMatching): Promise<boolean> {
    if (erasure.position > position) return false;
    if ('bookingId' in erasure) {
      if (!(await areSettled([erasure.bookingId], decisions))) return false;
      await shredBooking(erasure.bookingId);
      return true;
    }
    const { customerIds } = erasure;
    if (decisions.some(({ customerId }) => customerIds.includes(customerId))) return false;
    const bookingIds = await bookingsOf(customerIds, erasure.position);
    if (!(await areSettled(bookingIds, decisions))) return false;
    for (const customerId of customerIds) {
      const stream = customerStream(customerId);
      await appendErased(log, stream, 'CustomerErased', now);
      await keys.shred(stream);
    }
    for (const bookingId of bookingIds) await shredBooking(bookingId);
    return true;
  }

  async function carryOutAll(): Promise<void> {
    if (erasures.items.size === 0) return;
    const saved = await savedMatching();
    for (const [key, erasure] of erasures.items) if (await carryOut(erasure, saved)) erasures.delete(key);
    lookAgainAt = performance.now() + waitMs;
    waitMs = erasures.items.size === 0 ? LOOK_AGAIN_MS.first : Math.min(waitMs * 2, LOOK_AGAIN_MS.longest);
  }

  function onBooking(recorded: RecordedEvent): void {
    const { type, data } = upcast(recorded, bookingEventTypes);
    const bookingId = idOfBooking(recorded.stream);
    const isOfErased = type === 'BookingLinked' && erased.items.has(data.customerId);
    if (type === 'BookingDeleted' || isOfErased)
      erasures.set(bookingId, { bookingId, position: recorded.position });
  }

  function onMerges(recorded: RecordedEvent): void {
    const { type, data } = upcast(recorded, mergesEventTypes);
    if (type !== 'CustomersErased') return;
    const { customerIds } = data;
    for (const customerId of customerIds) erased.set(customerId, true);
    erasures.set(recorded.id, { customerIds, position: recorded.position });
  }

  return {
    name: SHREDDER,
    prefixes: [`${BOOKING}-`, MERGES],
    saveWithinMs: SAVE_WITHIN_MS,
    get openItems() {
      return erasures.items.size;
    },

    async load(tx) {
      await erasures.load(tx, tables.erasures);
      await erased.load(tx, tables.erased);
    },

    async handle({ events }) {
      for (const event of events) {
        if (event.stream === MERGES) onMerges(event);
        else if (event.stream.startsWith(`${BOOKING}-`)) onBooking(event);
      }
      await carryOutAll();
    },

    due: {
      inMs: () => (erasures.items.size === 0 ? null : lookAgainAt - performance.now()),
      run: carryOutAll,
    },

    async save(tx) {
      await erasures.save(tx, tables.erasures);
      await erased.save(tx, tables.erased);
    },
  };
}
