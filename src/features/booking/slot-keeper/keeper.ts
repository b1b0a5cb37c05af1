import { allSettled } from '../../../eventsourcing/async/all-settled.ts';
import { COMMAND_DEADLINE_MS, deadlineIn } from '../../../eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../../eventsourcing/async/keyed-mutex.ts';
import {
  type EventStore,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import { processContext } from '../../../eventsourcing/processes/process-context.ts';
import type { Due, ItemTable, ProcessManager } from '../../../eventsourcing/processes/process-manager.ts';
import { createSavedItems } from '../../../eventsourcing/processes/saved-items.ts';
import { type CommandContext, createEventStreams } from '../../../eventsourcing/streams/event-streams.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import type { AgendaStreams } from '../agenda/decider.ts';
import { AGENDA, agendaEventTypes, agendaStream, parseAgendaId } from '../agenda/events.ts';
import { bookingDecider } from '../appointment/decider.ts';
import { BOOKING, bookingEventTypes, bookingStream, changes, slotGivenUpBy } from '../appointment/events.ts';
import { hasGivenUp, occupies } from '../appointment/state.ts';

/** A taken slot that its booking hasn't claimed yet. */
export interface OpenSlot {
  readonly bookingId: string;
  readonly date: SalonDate;
  /** ISO instant at which the slot keeper first saw the slot, by its own clock. */
  readonly seenAt: string;
}

export interface SlotKeeperDeps<Tx> {
  /** The log, with personal parts sealed, as they are stored: the slot keeper reads no personal data. */
  readonly store: EventStore;
  readonly agendas: AgendaStreams;
  readonly table: ItemTable<Tx, OpenSlot>;
  now(): Date;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly patienceMs?: number | undefined;
  /** Called for each claim that is fenced off and each slot that is released. */
  readonly settled?: (outcome: 'fenced' | 'released') => void;
}

/** Saving may be delayed this much: if a save is lost, some slots are only checked once more. */
const SAVE_WITHIN_MS = 1_000;
const PATIENCE_MS = 60_000;
/** The slot keeper's name. It is part of the ids of its events and the key of its checkpoint, so it must never change. */
export const SLOT_KEEPER = 'slot-keeper';

/** The command for one slot. It is the same in every process, so that two slot keepers append the same event, which counts only once. */
const contextFor = (slotId: string, cause: RecordedEvent | string = slotId): CommandContext =>
  processContext(SLOT_KEEPER, [slotId], cause);

/**
 * The process manager that releases slots (docs/event-model.md, "How time is given out"). Events tell it only which slots to check.
 * Whether it releases a slot depends on the present contents of the booking's stream. It releases a slot only once the booking can't
 * claim it any more.
 */
export function createSlotKeeper<Tx>({
  store,
  agendas,
  table,
  now,
  patienceMs = PATIENCE_MS,
  settled = () => {},
}: SlotKeeperDeps<Tx>): ProcessManager<Tx> & { readonly name: typeof SLOT_KEEPER; readonly due: Due } {
  const bookings = createEventStreams(store, bookingDecider, { mutex: createKeyedMutex(), now });
  const open = createSavedItems<OpenSlot>();

  async function release(slotId: string, date: SalonDate, context: CommandContext): Promise<void> {
    const run = { context, deadline: deadlineIn(COMMAND_DEADLINE_MS) };
    await agendas.handle(agendaStream(date), () => ({ kind: 'ReleaseSlot', slotId }), run);
    open.delete(slotId);
    settled('released');
  }

  /** Releases a slot that its booking has given up by an event, unless the booking occupies the slot again by now. */
  async function releaseGivenUp(slotId: string, cause: RecordedEvent): Promise<void> {
    const date = await bookings.read(cause.stream, ({ state }) =>
      hasGivenUp(state, slotId) ? state.claimed.get(slotId) : undefined,
    );
    if (date !== undefined) await release(slotId, date, contextFor(slotId, cause));
  }

  async function settle(slotId: string, { bookingId, date }: OpenSlot): Promise<void> {
    const booking = await bookings.load(bookingStream(bookingId));
    if (occupies(booking.state, slotId)) {
      open.delete(slotId);
      return;
    }
    const context = contextFor(slotId);
    if (!booking.state.claimed.has(slotId)) {
      try {
        const lapse = bookingDecider.decide({ kind: 'LapseClaim', slotId }, booking.state);
        await bookings.append(booking, lapse, context);
        settled('fenced');
      } catch (error) {
        // The booking has a new event, perhaps a claim of this slot. The next run checks again.
        if (error instanceof WrongExpectedRevision) return;
        throw error;
      }
    }
    await release(slotId, date, context);
  }

  function handleAgenda(recorded: RecordedEvent, givenUp: Map<string, RecordedEvent>): void {
    const event = upcast(recorded, agendaEventTypes);
    if (event.type === 'SlotTaken') {
      const { slotId, bookingId } = event.data;
      const seenAt = open.items.get(slotId)?.seenAt ?? now().toISOString();
      open.set(slotId, { bookingId, date: parseAgendaId(recorded.stream).date, seenAt });
    } else if (event.type === 'SlotReleased') {
      open.delete(event.data.slotId);
      givenUp.delete(event.data.slotId);
    }
  }

  function handleBooking(recorded: RecordedEvent, givenUp: Map<string, RecordedEvent>): void {
    const event = upcast(recorded, bookingEventTypes);
    const left = slotGivenUpBy(event);
    if (left !== undefined) givenUp.set(left, recorded);
    // The claimed slot needs no check any more: if the booking gives it up, a later event says so.
    if (changes(event, 'slot claimed')) open.delete(event.data.slotId);
  }

  const dueInMs = (seenAt: string) => Date.parse(seenAt) + patienceMs - now().getTime();

  return {
    name: SLOT_KEEPER,
    prefixes: [`${AGENDA}-`, `${BOOKING}-`],
    saveWithinMs: SAVE_WITHIN_MS,
    get openItems() {
      return open.items.size;
    },

    load: (tx) => open.load(tx, table),

    /** Releases slots that bookings have given up. */
    async handle({ events }) {
      const givenUp = new Map<string, RecordedEvent>();
      for (const recorded of events) {
        if (recorded.stream.startsWith(`${AGENDA}-`)) handleAgenda(recorded, givenUp);
        else handleBooking(recorded, givenUp);
      }
      await allSettled([...givenUp].map(([slotId, cause]) => releaseGivenUp(slotId, cause)));
    },

    due: {
      inMs() {
        let inMs: number | null = null;
        for (const { seenAt } of open.items.values())
          inMs = Math.min(inMs ?? dueInMs(seenAt), dueInMs(seenAt));
        return inMs;
      },

      /** Fences off and releases slots that weren't claimed in time. */
      async run() {
        const at = now().toISOString();
        for (const [slotId, slot] of open.items) {
          // The clock was set back, so the slot was first seen in the future. The wait begins now instead.
          if (slot.seenAt > at) open.set(slotId, { ...slot, seenAt: at });
        }
        const due = [...open.items].filter(([, { seenAt }]) => dueInMs(seenAt) <= 0);
        await allSettled(due.map(([slotId, slot]) => settle(slotId, slot)));
      },
    },

    save: (tx) => open.save(tx, table),
  };
}
