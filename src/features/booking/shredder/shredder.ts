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
  /** Position of the event that asks for the erasure. */
  readonly position: Position;
} & ({ readonly bookingId: string } | { readonly customerIds: readonly string[] });

/** What the registrar has saved: how far it has read the log, and the decisions that it hasn't read back from the log yet. */
export interface SavedMatching {
  readonly position: Position;
  readonly decisions: readonly { readonly bookingId: string; readonly customerId: string }[];
}

interface ShredderDeps<Tx> {
  /** The log, with personal parts sealed, as they are stored. */
  readonly log: Pick<EventStore, 'read' | 'append' | 'subscribe'>;
  readonly keys: Pick<SealingKeys, 'shred'>;
  readonly tables: {
    readonly erasures: ItemTable<Tx, Erasure>;
    /** Erased customers by id. They are kept because a booking that is linked to one of them later is erased, too. */
    readonly erased: ItemTable<Tx, true>;
  };
  savedMatching(): Promise<SavedMatching>;
  /** Removes the data about a booking's messages that is not in the log. May be repeated. */
  forgetMessages(bookingId: string): Promise<void>;
  /** Notes the erasure for those who restore an older backup. May be repeated. */
  readonly noteErasure?: ((erasure: Erasure) => Promise<void>) | undefined;
  now(): Date;
}

/** Saving may be delayed this much: if a save is lost, keys are only shredded once more. */
const SAVE_WITHIN_MS = 1_000;
/** How many milliseconds the shredder waits for the registrar before it looks again. */
const LOOK_AGAIN_MS = { first: 20, longest: 1_000 };

/**
 * The process manager that destroys the keys of deleted and erased streams (docs/event-model.md, "Personal data"). After that nobody
 * can open their personal parts, neither in the log, nor in a copy of it, nor when a read model is rebuilt.
 *
 * It first waits until the registrar has read the log up to the erasure and has written what it has decided, since the registrar
 * makes customers' cards from bookings' streams. It records that a stream is erased before it shreds the stream's key, so that a
 * process that is just appending to the stream gets a conflict and reads it again. If this process is killed in between, nothing is
 * left out, since each step may be repeated.
 */
export function createShredder<Tx>({
  log,
  keys,
  tables,
  savedMatching,
  forgetMessages,
  noteErasure = async () => {},
  now,
}: ShredderDeps<Tx>): ProcessManager<Tx> & { readonly name: typeof SHREDDER; readonly due: Due } {
  const erasures = createSavedItems<Erasure>();
  const erased = createSavedItems<true>();
  let waitMs = LOOK_AGAIN_MS.first;
  let lookAgainAt = 0;

  /** Bookings that are linked to one of these customers at that position, by the last link of each. */
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
   * Whether the registrar has written all decisions that depend on the contents of these bookings: those about these bookings, and
   * those about all other bookings of the customers that they are linked to. If the registrar's table were lost before that, it would
   * decide again without what these bookings say.
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

  /** @returns true when the erasure is done; false when it has to wait for the registrar */
  async function carryOut(erasure: Erasure, { position, decisions }: SavedMatching): Promise<boolean> {
    if (erasure.position > position) return false;
    if ('bookingId' in erasure) {
      if (!(await areSettled([erasure.bookingId], decisions))) return false;
      await noteErasure(erasure);
      await shredBooking(erasure.bookingId);
      return true;
    }
    const { customerIds } = erasure;
    if (decisions.some(({ customerId }) => customerIds.includes(customerId))) return false;
    const bookingIds = await bookingsOf(customerIds, erasure.position);
    if (!(await areSettled(bookingIds, decisions))) return false;
    await noteErasure(erasure);
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
