import { COMMAND_DEADLINE_MS, deadlineIn } from '../../../eventsourcing/deadline.ts';
import {
  type EventStore,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../../../eventsourcing/event-store.ts';
import { type CommandContext, createEventStreams } from '../../../eventsourcing/event-streams.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { createKeyedMutex } from '../../../eventsourcing/keyed-mutex.ts';
import type { Due, ItemTable, ProcessManager } from '../../../eventsourcing/process-manager.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import { AGENDA, type AgendaEvent, agendaEventTypes, agendaStream, parseAgendaId } from '../agenda/events.ts';
import type { AgendaStreams } from '../agenda/take-slot.ts';
import { BOOKING, type BookingEvent, bookingEventTypes, bookingStream } from '../appointment/events.ts';
import { type SlotClaimStreams, slotClaimsDecider } from './claims.ts';

/** A taken slot that its booking hasn't claimed yet. */
export interface OpenSlot {
  readonly bookingId: string;
  readonly date: SalonDate;
  /** ISO instant at which this keeper first saw it, by its own clock. */
  readonly seenAt: string;
}

export interface SlotKeeperDeps<Tx> {
  /** May be the log as it is stored: the keeper reads no personal data. */
  readonly store: EventStore;
  readonly agendas: AgendaStreams;
  readonly table: ItemTable<Tx, OpenSlot>;
  now(): Date;
  /** How long a taken slot may stay unclaimed, in milliseconds. */
  readonly patienceMs?: number;
  /** Told of a claim fenced off and of a slot given back. */
  readonly settled?: (outcome: 'fenced' | 'released') => void;
}

/** Saved this seldom because a lost save only means that something is looked at again. */
const SAVE_WITHIN_MS = 1_000;
const PATIENCE_MS = 60_000;
/** Also in the ids of its events and in its checkpoint's key, so it never changes. */
const PROCESS = 'slot-keeper';

/** The same for one slot whichever keeper acts, so that two of them write the same event, once. */
function contextFor(slotId: string, cause?: RecordedEvent): CommandContext {
  return {
    commandId: derivedId(PROCESS, slotId),
    requestHash: PROCESS,
    correlationId: cause?.metadata.correlationId ?? slotId,
    causationId: cause?.id ?? slotId,
    actor: { kind: 'system', process: PROCESS },
  };
}

/** Waits for all, so that nothing is still at work after a failure, when everything is loaded again. */
async function ended(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * The one process manager that gives slots back (protocol: The slot keeper). Events only wake it: a slot is released
 * on what its booking's stream says when read, and never before that booking can't claim it any more.
 */
export function createSlotKeeper<Tx>({
  store,
  agendas,
  table,
  now,
  patienceMs = PATIENCE_MS,
  settled = () => {},
}: SlotKeeperDeps<Tx>): ProcessManager<Tx> & { readonly due: Due } {
  const claims: SlotClaimStreams = createEventStreams(store, slotClaimsDecider, {
    mutex: createKeyedMutex(),
    now,
  });
  const open = new Map<string, OpenSlot>();
  let saved: ReadonlySet<string> = new Set();

  async function release(slotId: string, date: SalonDate, context: CommandContext): Promise<void> {
    const run = { context, deadline: deadlineIn(COMMAND_DEADLINE_MS) };
    await agendas.handle(agendaStream(date), () => ({ kind: 'ReleaseSlot', slotId }), run);
    open.delete(slotId);
    settled('released');
  }

  /** A booking says that it has let the slot go; what counts is its stream as it is now. */
  async function giveBack(slotId: string, cause: RecordedEvent): Promise<void> {
    const { current, claimed } = (await claims.load(cause.stream)).state;
    const date = claimed.get(slotId);
    if (date !== undefined && current !== slotId) await release(slotId, date, contextFor(slotId, cause));
  }

  async function settle(slotId: string, { bookingId, date }: OpenSlot): Promise<void> {
    const booking = await claims.load(bookingStream(bookingId));
    const { current, claimed } = booking.state;
    if (current === slotId) {
      open.delete(slotId);
      return;
    }
    const context = contextFor(slotId);
    if (!claimed.has(slotId)) {
      try {
        await claims.append(booking, slotClaimsDecider.decide({ slotId }, booking.state), context);
        settled('fenced');
      } catch (error) {
        // The booking has moved on, perhaps by claiming this very slot: the next sweep looks again.
        if (error instanceof WrongExpectedRevision) return;
        throw error;
      }
    }
    await release(slotId, date, context);
  }

  function followAgenda(recorded: RecordedEvent, letGo: Map<string, RecordedEvent>): void {
    const event = upcast(recorded, agendaEventTypes) as unknown as AgendaEvent;
    if (event.type === 'SlotTaken') {
      const { slotId, bookingId } = event.data;
      const seenAt = open.get(slotId)?.seenAt ?? now().toISOString();
      open.set(slotId, { bookingId, date: parseAgendaId(recorded.stream).date, seenAt });
    } else if (event.type === 'SlotReleased') {
      open.delete(event.data.slotId);
      letGo.delete(event.data.slotId);
    }
  }

  function followBooking(recorded: RecordedEvent, letGo: Map<string, RecordedEvent>): void {
    const event = upcast(recorded, bookingEventTypes) as unknown as BookingEvent;
    switch (event.type) {
      // The claim itself settles its slot, without a read; whatever undoes it is an event that comes later.
      case 'BookingRescheduled':
        letGo.set(event.data.from.slotId, recorded);
        open.delete(event.data.slotId);
        break;
      case 'BookingRequested':
      case 'BookingReinstated':
        open.delete(event.data.slotId);
        break;
      case 'BookingCancelled':
      case 'BookingDeleted':
        letGo.set(event.data.slotId, recorded);
        break;
      case 'SlotClaimLapsed':
      case 'BookingConfirmed':
      case 'BookingCompleted':
      case 'SmsConsentChanged':
        break;
      default:
        event satisfies never;
    }
  }

  const dueInMs = (seenAt: string) => Date.parse(seenAt) + patienceMs - now().getTime();

  return {
    name: PROCESS,
    prefixes: [`${AGENDA}-`, `${BOOKING}-`],
    saveWithinMs: SAVE_WITHIN_MS,
    get openItems() {
      return open.size;
    },

    async load(tx) {
      const items = await table.load(tx);
      open.clear();
      for (const [slotId, slot] of items) open.set(slotId, slot);
      saved = new Set(open.keys());
    },

    /** Gives back at once whatever a booking has let go. */
    async handle({ events }) {
      const letGo = new Map<string, RecordedEvent>();
      for (const recorded of events) {
        if (recorded.stream.startsWith(`${AGENDA}-`)) followAgenda(recorded, letGo);
        else followBooking(recorded, letGo);
      }
      await ended([...letGo].map(([slotId, cause]) => giveBack(slotId, cause)));
    },

    due: {
      inMs: () =>
        open.size === 0 ? null : Math.min(...[...open.values()].map(({ seenAt }) => dueInMs(seenAt))),

      /** Fences off and gives back slots that nobody claimed within the patience. */
      async run() {
        const at = now().toISOString();
        for (const [slotId, slot] of open) {
          // The clock was put back since: the wait begins again, instead of lasting until then.
          if (slot.seenAt > at) open.set(slotId, { ...slot, seenAt: at });
        }
        const due = [...open].filter(([, { seenAt }]) => dueInMs(seenAt) <= 0);
        await ended(due.map(([slotId, slot]) => settle(slotId, slot)));
      },
    },

    async save(tx) {
      const before = saved;
      saved = new Set(open.keys());
      const put = new Map([...open].filter(([slotId]) => !before.has(slotId)));
      await table.save(tx, { put, removed: [...before].filter((slotId) => !open.has(slotId)) });
    },
  };
}
