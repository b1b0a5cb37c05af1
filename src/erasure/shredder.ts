import { allSettled } from '../eventsourcing/async/all-settled.ts';
import {
  type EventStore,
  LOG_START,
  type Position,
  type RecordedEvent,
} from '../eventsourcing/event-store.ts';
import { upcast } from '../eventsourcing/event-types.ts';
import type { Due, ItemTable, ProcessManager } from '../eventsourcing/processes/process-manager.ts';
import { createSavedItems } from '../eventsourcing/processes/saved-items.ts';
import type { SealingKeys } from '../eventsourcing/sealing/sealing-keys.ts';
import {
  BOOKING,
  bookingEventTypes,
  bookingStream,
  idOfBooking,
} from '../features/booking/appointment/events.ts';
import { customerStream, MERGES, mergesEventTypes } from '../features/customers/events.ts';
import { ledgersOf } from '../features/messages/events.ts';
import { idOfReview, REVIEW, reviewEventTypes, reviewStream } from '../features/reviews/events.ts';
import { idOfStylist, STYLIST, stylistEventTypes, stylistStream } from '../features/team/events.ts';
import { appendErased, appendLinkBack, SHREDDER } from './appended.ts';

/** Something to erase: one booking, one review, one stylist's name, everything of one person, or some of those whom an undone import had brought. */
export type Erasure = {
  /** Position of the event that asks for the erasure. */
  readonly position: Position;
} & (
  | { readonly bookingId: string }
  | { readonly reviewId: string }
  | { readonly stylistId: string }
  | {
      readonly customerIds: readonly string[];
      /** The undone import; undefined if staff have asked for the erasure. */
      readonly importId?: string | undefined;
    }
);

/** Bookings to link back from somebody whom only an undo has erased: one, or all that were linked before the undo was closed. */
interface LinkBack {
  readonly position: Position;
  readonly linkBack: { readonly bookingId: string } | { readonly importId: string };
}

/** The work that the shredder still has to do. Of an erasure that is carried out, only the note is missing. */
export type ShredderItem = (Erasure & { readonly isCarriedOut?: true }) | LinkBack;

/**
 * Notes an erasure for those who restore an older backup. May be repeated.
 *
 * @returns false if that isn't possible now, and the erasure mustn't wait for it
 */
export type NoteErasure = (erasure: Erasure) => Promise<boolean>;

/** Why somebody is erased: staff have asked for it, or only the undo of their import. */
export type ErasedBy = true | 'undo';

/** The registrar's saved state: how far it has read the log, and the decisions that it hasn't read back from the log yet. */
export interface SavedMatching {
  readonly position: Position;
  readonly decisions: readonly { readonly bookingId: string; readonly customerId: string }[];
}

interface ShredderDeps<Tx> {
  /** The log, with personal parts sealed, as they are stored. */
  readonly log: Pick<EventStore, 'read' | 'append' | 'subscribe'>;
  readonly keys: Pick<SealingKeys, 'shred'>;
  readonly tables: {
    readonly erasures: ItemTable<Tx, ShredderItem>;
    /** Erased customers by id. They are kept because a booking that is linked to one of them later is erased, or linked back. */
    readonly erased: ItemTable<Tx, ErasedBy>;
  };
  savedMatching(): Promise<SavedMatching>;
  /** Removes the data about a booking's messages that is not in the log. May be repeated. */
  forgetMessages(bookingId: string): Promise<void>;
  /** Removes a stylist's pictures. May be repeated. */
  forgetPortraits(stylistId: string): Promise<void>;
  readonly noteErasure?: NoteErasure | undefined;
  now(): Date;
}

/** Saving may be delayed this much: if a save is lost, keys are only shredded once more. */
const SAVE_WITHIN_MS = 1_000;
/** How many milliseconds the shredder waits for the registrar before it looks again. */
const LOOK_AGAIN_MS = { first: 20, longest: 1_000 };
/** How many customers of an undone import are erased at the same time. */
const ERASED_AT_ONCE = 8;

/**
 * The process manager that destroys the keys of deleted and erased streams (docs/event-model.md, "Personal data"). After that nobody
 * can open their personal parts, neither in the log, nor in a copy of it, nor when a read model is rebuilt.
 *
 * It first waits until the registrar has read the log up to the erasure and has written what it has decided, since the registrar
 * makes customers' cards from bookings' streams. It records that a stream is erased before it shreds the stream's key, so that a
 * process that is just appending to the stream gets a conflict and reads it again. If this process is killed in between, nothing is
 * left out, since each step may be repeated.
 *
 * The undo of an import erases no booking. One that staff have linked to somebody of that import after all is linked back.
 */
export function createShredder<Tx>({
  log,
  keys,
  tables,
  savedMatching,
  forgetMessages,
  forgetPortraits,
  noteErasure = async () => true,
  now,
}: ShredderDeps<Tx>): ProcessManager<Tx> & { readonly name: typeof SHREDDER; readonly due: Due } {
  const erasures = createSavedItems<ShredderItem>();
  const erased = createSavedItems<ErasedBy>();
  let waitMs = LOOK_AGAIN_MS.first;
  let lookAgainAt = 0;

  /** Bookings that are linked to one of some customers at that position, by the last link of each. */
  async function bookingsOf(isOne: (customerId: string) => boolean, position: Position): Promise<string[]> {
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
    return [...linked].filter(([, customerId]) => isOne(customerId)).map(([id]) => id);
  }

  const isOfUndo = (customerId: string) => erased.items.get(customerId) === 'undo';

  async function shredCustomer(customerId: string): Promise<void> {
    const stream = customerStream(customerId);
    await appendErased(log, stream, 'CustomerErased', now);
    await keys.shred(stream);
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

  /** @returns undefined once an erasure is noted; else the note that is missing */
  const note = async (erasure: Erasure): Promise<ShredderItem | undefined> =>
    (await noteErasure(erasure)) ? undefined : { ...erasure, isCarriedOut: true };

  /** @returns the work that is left: the item itself while it has to wait */
  async function carryOut(
    item: ShredderItem,
    { position, decisions }: SavedMatching,
  ): Promise<ShredderItem | undefined> {
    if ('isCarriedOut' in item) return (await noteErasure(item)) ? undefined : item;
    if ('reviewId' in item) {
      // Its stream says already that it is erased, and nothing is made of what it says.
      const left = await note(item);
      await keys.shred(reviewStream(item.reviewId));
      return left;
    }
    if ('stylistId' in item) {
      const left = await note(item);
      await keys.shred(stylistStream(item.stylistId));
      await forgetPortraits(item.stylistId);
      return left;
    }
    if (item.position > position) return item;
    if ('linkBack' in item) {
      const { linkBack } = item;
      const bookingIds =
        'bookingId' in linkBack ? [linkBack.bookingId] : await bookingsOf(isOfUndo, item.position);
      for (const bookingId of bookingIds) await appendLinkBack(log, bookingId, isOfUndo, now);
      return undefined;
    }
    if ('bookingId' in item) {
      if (!(await areSettled([item.bookingId], decisions))) return item;
      const left = await note(item);
      await shredBooking(item.bookingId);
      return left;
    }
    const { customerIds, importId } = item;
    if (decisions.some(({ customerId }) => customerIds.includes(customerId))) return item;
    if (importId !== undefined) {
      const left = await note(item);
      const ids = customerIds.values();
      await allSettled(
        Array.from({ length: ERASED_AT_ONCE }, async () => {
          for (const customerId of ids) await shredCustomer(customerId);
        }),
      );
      return left;
    }
    const bookingIds = await bookingsOf((id) => customerIds.includes(id), item.position);
    if (!(await areSettled(bookingIds, decisions))) return item;
    const left = await note(item);
    for (const customerId of customerIds) await shredCustomer(customerId);
    for (const bookingId of bookingIds) await shredBooking(bookingId);
    return left;
  }

  async function carryOutAll(): Promise<void> {
    if (erasures.items.size === 0) return;
    const saved = await savedMatching();
    for (const [key, item] of erasures.items) {
      const left = await carryOut(item, saved);
      if (left === undefined) erasures.delete(key);
      else if (left !== item) erasures.set(key, left);
    }
    lookAgainAt = performance.now() + waitMs;
    waitMs = erasures.items.size === 0 ? LOOK_AGAIN_MS.first : Math.min(waitMs * 2, LOOK_AGAIN_MS.longest);
  }

  function onBooking(recorded: RecordedEvent): void {
    const { type, data } = upcast(recorded, bookingEventTypes);
    const { position } = recorded;
    const bookingId = idOfBooking(recorded.stream);
    const erasedBy = type === 'BookingLinked' ? erased.items.get(data.customerId) : undefined;
    if (type === 'BookingDeleted' || erasedBy === true) erasures.set(bookingId, { bookingId, position });
    else if (erasedBy === 'undo') erasures.set(recorded.id, { linkBack: { bookingId }, position });
  }

  function onReview(recorded: RecordedEvent): void {
    if (upcast(recorded, reviewEventTypes).type !== 'ReviewErased') return;
    const reviewId = idOfReview(recorded.stream);
    erasures.set(reviewId, { reviewId, position: recorded.position });
  }

  function onStylist(recorded: RecordedEvent): void {
    if (upcast(recorded, stylistEventTypes).type !== 'StylistErased') return;
    const stylistId = idOfStylist(recorded.stream);
    erasures.set(recorded.stream, { stylistId, position: recorded.position });
  }

  function onMerges(recorded: RecordedEvent): void {
    const { type, data } = upcast(recorded, mergesEventTypes);
    const { id, position } = recorded;
    if (type === 'ImportUndoClosed') {
      erasures.set(id, { linkBack: { importId: data.importId }, position });
    } else if (type === 'CustomersErased') {
      const { customerIds, importId } = data;
      for (const customerId of customerIds) erased.set(customerId, importId === undefined ? true : 'undo');
      erasures.set(id, { customerIds, position, ...(importId !== undefined && { importId }) });
    }
  }

  return {
    name: SHREDDER,
    prefixes: [`${BOOKING}-`, MERGES, `${REVIEW}-`, `${STYLIST}-`],
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
        else if (event.stream.startsWith(`${REVIEW}-`)) onReview(event);
        else if (event.stream.startsWith(`${STYLIST}-`)) onStylist(event);
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
