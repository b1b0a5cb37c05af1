import type { RecordedEvent } from '../eventsourcing/event-store.ts';
import { type EventTypes, upcast } from '../eventsourcing/event-types.ts';
import { AGENDA, agendaEventTypes, parseAgendaId } from '../features/booking/agenda/events.ts';
import {
  BOOKING,
  type BookingEvent,
  bookingEventTypes,
  changes,
  idOfBooking,
  type Slot,
  slotGivenUpBy,
} from '../features/booking/appointment/events.ts';
import { blockedPartsOf, collide, isSameStretch, type Part, partsOf } from '../salon/parts.ts';
import { type Violation, violation } from './violation.ts';

export type ViolationKind =
  /** An event in a version that lacks a field it has: processes of an earlier release would pass over the field. */
  | 'wrong-version'
  /** Two taken slots of different bookings overlap. */
  | 'overlap'
  /** The parts of a slot are of several stylists, out of order, or not within its start and end. */
  | 'broken-parts'
  /** A slot id was taken twice. */
  | 'slot-taken-twice'
  /** A slot was taken on a date that was blocked, or in a part of it that was. */
  | 'taken-while-blocked'
  /** A slot was released that wasn't taken, or in the name of another booking. */
  | 'stray-release'
  /** A slot was released while its booking occupied it. */
  | 'released-while-live'
  /** A booking claimed a slot that it hadn't taken. */
  | 'claim-without-slot'
  /** A booking claimed a slot after it was fenced off, or a second time. */
  | 'claim-refused'
  /** A slot was fenced off that its booking had claimed. */
  | 'lapse-of-claimed'
  /** A command was applied to a booking twice: its events don't adjoin, or two are of one type. */
  | 'applied-twice'
  /** A booking left another slot than the one it had. */
  | 'left-other-slot'
  /** A slot that no booking occupies was not released in time. */
  | 'keeper-behind';

interface Proof {
  /** Call it for every event of the log, in log order; events of streams other than bookings and agendas are ignored. */
  apply(event: RecordedEvent): void;
  /** All violations so far. @param now the time by which slots should have been released */
  violations(now: Date): readonly Violation<ViolationKind>[];
  /** How much was checked, for the report. */
  readonly counts: { readonly events: number; readonly slots: number; readonly bookings: number };
}

interface ProvenSlot {
  readonly bookingId: string;
  readonly date: string;
  readonly start: number;
  readonly end: number;
  readonly parts: readonly Part[];
  /** The event and the time since which its booking doesn't occupy it; null while it does. */
  readonly idle: { readonly event: RecordedEvent; readonly since: string } | null;
}

interface ProvenBooking {
  /** The slot it occupies; null while it occupies none. */
  current: string | null;
  readonly claimed: Set<string>;
  readonly lapsed: Set<string>;
  /** The types of each command's events, and the revision of the last. */
  readonly commands: Map<string, { readonly types: Set<string>; last: bigint }>;
}

const newBooking = (): ProvenBooking => ({
  current: null,
  claimed: new Set(),
  lapsed: new Set(),
  commands: new Map(),
});

/** Whether parts are one stylist's, one after the other. */
const areOneAfterAnother = (
  parts: readonly Part[],
  { start, end }: Pick<ProvenSlot, 'start' | 'end'>,
): boolean =>
  parts.every(
    (part, index) =>
      part.resource === parts[0]?.resource &&
      part.start < part.end &&
      part.start >= (parts[index - 1]?.end ?? start) &&
      part.end <= end,
  );

/** A slot that its booking doesn't occupy must be released within this time (docs/event-model.md, "How time is given out"). */
const KEEPER_MINUTES = 5;

/** Checks a log against the booking protocol, event by event. */
export function createProof(): Proof {
  /** Slots that are taken and not released, by id. */
  const taken = new Map<string, ProvenSlot>();
  const everTaken = new Set<string>();
  /** Slot ids taken on each day. */
  const days = new Map<string, Set<string>>();
  const blocked = new Set<string>();
  /** Blocked parts of each day, by their blocks' ids. */
  const blockedTimes = new Map<string, Map<string, readonly Part[]>>();
  const bookings = new Map<string, ProvenBooking>();
  const found: Violation<ViolationKind>[] = [];
  let events = 0;

  const report = (kind: ViolationKind, event: RecordedEvent, slotId?: string) =>
    found.push(violation(kind, event, slotId));

  function checkVersion(recorded: RecordedEvent, types: EventTypes): void {
    const version = types[recorded.type]?.versionOf?.(recorded.data);
    if (version !== undefined && version > recorded.metadata.schemaVersion) report('wrong-version', recorded);
  }

  function applyAgenda(recorded: RecordedEvent): void {
    const event = upcast(recorded, agendaEventTypes);
    checkVersion(recorded, agendaEventTypes);
    const { date } = parseAgendaId(recorded.stream);
    switch (event.type) {
      case 'SlotTaken': {
        const { slotId, bookingId, start, end } = event.data;
        if (everTaken.has(slotId)) report('slot-taken-twice', recorded, slotId);
        const parts = partsOf(event.data);
        if (!areOneAfterAnother(parts, event.data)) report('broken-parts', recorded, slotId);
        const ofTimes = [...(blockedTimes.get(date)?.values() ?? [])];
        if (blocked.has(date) || ofTimes.some((block) => collide(block, parts)))
          report('taken-while-blocked', recorded, slotId);
        const day = days.get(date) ?? new Set();
        for (const otherId of day) {
          const other = taken.get(otherId);
          if (other && other.bookingId !== bookingId && collide(other.parts, parts))
            report('overlap', recorded, slotId);
        }
        everTaken.add(slotId);
        days.set(date, day.add(slotId));
        const idle = { event: recorded, since: recorded.metadata.at };
        taken.set(slotId, { bookingId, date, start, end, parts, idle });
        return;
      }
      case 'SlotReleased': {
        const { slotId, bookingId } = event.data;
        const slot = taken.get(slotId);
        if (slot?.bookingId !== bookingId || slot.date !== date) report('stray-release', recorded, slotId);
        if (bookings.get(bookingId)?.current === slotId) report('released-while-live', recorded, slotId);
        taken.delete(slotId);
        days.get(date)?.delete(slotId);
        return;
      }
      case 'DateBlocked':
        blocked.add(date);
        return;
      case 'DateUnblocked':
        blocked.delete(date);
        return;
      case 'TimeBlocked':
      case 'BlockedTimeMoved': {
        const ofDay: Map<string, readonly Part[]> = blockedTimes.get(date) ?? new Map();
        const { blockId, start, end } = event.data;
        // A block that is moved stays its stylist's.
        const resource =
          event.type === 'TimeBlocked' ? event.data.resource : ofDay.get(blockId)?.[0]?.resource;
        blockedTimes.set(date, ofDay.set(blockId, blockedPartsOf({ resource, start, end })));
        return;
      }
      case 'TimeUnblocked':
        blockedTimes.get(date)?.delete(event.data.blockId);
        return;
      case 'BlockReasonChanged':
      case 'DayHoursSet':
      case 'DayHoursCleared':
      case 'SlotHeld':
      case 'SlotHoldDropped':
        return;
      default:
        event satisfies never;
    }
  }

  function giveUp(slotId: string | null, event: RecordedEvent): void {
    const slot = slotId === null ? undefined : taken.get(slotId);
    if (slotId !== null && slot) taken.set(slotId, { ...slot, idle: { event, since: event.metadata.at } });
  }

  function claim(recorded: RecordedEvent, booking: ProvenBooking, claimed: Slot): void {
    const { slotId, date } = claimed;
    const slot = taken.get(slotId);
    const isOwn =
      slot?.bookingId === idOfBooking(recorded.stream) && slot.date === date && isSameStretch(slot, claimed);
    if (!isOwn) report('claim-without-slot', recorded, slotId);
    if (booking.claimed.has(slotId) || booking.lapsed.has(slotId)) report('claim-refused', recorded, slotId);
    giveUp(booking.current, recorded);
    if (slot) taken.set(slotId, { ...slot, idle: null });
    booking.claimed.add(slotId);
    booking.current = slotId;
  }

  /** Whether the slot that a claim leaves is the whole one that the booking has; with another length it has the same day and start. */
  function leavesOwnSlot(event: BookingEvent, { current }: ProvenBooking): boolean {
    if (event.type !== 'BookingRescheduled' && event.type !== 'BookingLengthChanged') return true;
    const { from } = event.data;
    const own = taken.get(from.slotId);
    const isWhole = own?.date === from.date && isSameStretch(own, from);
    const isInPlace = event.data.date === from.date && event.data.start === from.start;
    return from.slotId === current && isWhole && (event.type === 'BookingRescheduled' || isInPlace);
  }

  function applyBooking(recorded: RecordedEvent): void {
    const event = upcast(recorded, bookingEventTypes);
    checkVersion(recorded, bookingEventTypes);
    const bookingId = idOfBooking(recorded.stream);
    const booking = bookings.get(bookingId) ?? newBooking();
    bookings.set(bookingId, booking);
    const { commandId } = recorded.metadata;
    const earlier = booking.commands.get(commandId) ?? { types: new Set(), last: recorded.revision - 1n };
    if (earlier.types.has(event.type) || earlier.last !== recorded.revision - 1n)
      report('applied-twice', recorded);
    booking.commands.set(commandId, { types: earlier.types.add(event.type), last: recorded.revision });
    const left = slotGivenUpBy(event);
    if (left !== undefined && !changes(event, 'slot given up') && !leavesOwnSlot(event, booking))
      report('left-other-slot', recorded, left);
    if (changes(event, 'slot claimed')) {
      claim(recorded, booking, event.data);
    } else if (changes(event, 'slot given up')) {
      giveUp(booking.current, recorded);
      booking.current = null;
    } else if (changes(event, 'slot fenced off')) {
      const { slotId } = event.data;
      if (booking.claimed.has(slotId)) report('lapse-of-claimed', recorded, slotId);
      booking.lapsed.add(slotId);
    }
  }

  return {
    apply(event) {
      events += 1;
      if (event.stream.startsWith(`${AGENDA}-`)) applyAgenda(event);
      else if (event.stream.startsWith(`${BOOKING}-`)) applyBooking(event);
    },

    violations(now) {
      const oldest = now.getTime() - KEEPER_MINUTES * 60_000;
      const behind = [...taken].flatMap(([slotId, { idle }]) =>
        idle && Date.parse(idle.since) < oldest ? [violation('keeper-behind', idle.event, slotId)] : [],
      );
      return [...found, ...behind];
    },

    get counts() {
      return { events, slots: everTaken.size, bookings: bookings.size };
    },
  };
}
