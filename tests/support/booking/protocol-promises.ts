import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { agendaDecider } from '../../../src/features/booking/agenda/decider.ts';
import type { AgendaEvent } from '../../../src/features/booking/agenda/events.ts';
import { bookingDecider } from '../../../src/features/booking/appointment/decider.ts';
import {
  type BookingEvent,
  bookingStream,
  changes,
  UNCOUNTED_EVENTS,
} from '../../../src/features/booking/appointment/events.ts';
import type { BookingState } from '../../../src/features/booking/appointment/state.ts';
import { undoCommandId } from '../../../src/features/undo/judge.ts';
import { doneByStylist, isSameStretch, movedTo, type Stretch, stylistOf } from '../../../src/salon/parts.ts';
import { overlaps } from '../../../src/salon/slots.ts';
import { bookingOf, decisionOf, runOfWish, type Wish } from './protocol-wishes.ts';

const NO_DECISIONS: ReadonlySet<string> = new Set([...UNCOUNTED_EVENTS, ...(agendaDecider.uncounted ?? [])]);

/** The state of a booking after these events of the log. */
export const stateOf = (events: readonly RecordedEvent[], stream: string): BookingState =>
  events
    .filter((event) => event.stream === stream)
    .map((event) => event as unknown as BookingEvent)
    .reduce(bookingDecider.evolve, bookingDecider.initialState());

/** The subject of an event's decision: an appointment, or the day's hours, its block, or a blocked part of it. */
function thingOf({ stream, type, data }: RecordedEvent): string {
  if (/Time(Blocked|Moved|Unblocked)$/.test(type)) return `${stream} ${data.blockId}`;
  return /^DayHours/.test(type) ? `${stream} hours ${data.resource ?? ''}` : stream;
}

/** Undos that didn't follow directly what they undo, though somebody had decided something else in between. */
export function lateUndos(events: readonly RecordedEvent[]): string[] {
  const found: string[] = [];
  for (const [, history] of Map.groupBy(events, thingOf)) {
    const decided = history.filter(({ type }) => !NO_DECISIONS.has(type));
    for (const [index, { id, metadata }] of decided.entries()) {
      const undone = decided.find((other) => other.id === metadata.causationId)?.metadata.commandId;
      const isUndo = undone !== undefined && undoCommandId(undone) === metadata.commandId;
      const before = decided.findLast(
        (other, at) => at < index && other.metadata.commandId !== metadata.commandId,
      );
      if (isUndo && before?.metadata.commandId !== undone) found.push(id);
    }
  }
  return found;
}

/** Claims after which an appointment wasn't as long as before, had other parts, or was with somebody whom nobody had asked for. */
export function otherShapes(wanted: readonly Wish[], events: readonly RecordedEvent[]): string[] {
  const found: string[] = [];
  const wishOf = ({ metadata }: RecordedEvent) =>
    wanted.find((wish, index) => runOfWish(wish, index).context.requestHash === metadata.requestHash);
  for (const [, history] of Map.groupBy(events, ({ stream }) => stream)) {
    let before: Stretch | undefined;
    for (const recorded of history) {
      const event = recorded as unknown as BookingEvent;
      if (!changes(event, 'slot claimed')) continue;
      const wish = wishOf(recorded);
      const shape = movedTo(0, event.data);
      const wished = wish && 'stylist' in wish ? wish.stylist : undefined;
      if (typeof wished === 'string' && stylistOf(shape) !== wished)
        found.push(`${recorded.id}: asked ${wished}`);
      const isHandedOver =
        event.type === 'BookingRescheduled' && wish?.kind === 'reschedule' && wished !== undefined;
      const expected = before && isHandedOver ? doneByStylist(stylistOf(shape), before) : before;
      const isMove = event.type === 'BookingRescheduled' || event.type === 'BookingReinstated';
      const isUndo = wish === undefined || wish.kind === 'undo';
      if (isMove && !isUndo && expected && !isSameStretch(shape, expected)) found.push(recorded.id);
      before = shape;
    }
  }
  return found;
}

/**
 * Slots that became another stylist's than the hold under which a visitor had them, though the visitor asked for nobody. That is right only
 * where the held one isn't free, or has been let go.
 */
export function otherThanHeld(wanted: readonly Wish[], events: readonly RecordedEvent[]): string[] {
  const holds = new Map<string, string>();
  return events.flatMap((recorded) => {
    const event = recorded as unknown as AgendaEvent;
    if (event.type === 'SlotHeld') holds.set(event.data.holdId, stylistOf(event.data));
    if (event.type !== 'SlotTaken' || event.data.fromHold === undefined) return [];
    const isNamed = wanted.some(
      (wish, index) =>
        'stylist' in wish &&
        wish.stylist !== undefined &&
        runOfWish(wish, index).context.requestHash === recorded.metadata.requestHash,
    );
    return isNamed || holds.get(event.data.fromHold) === stylistOf(event.data) ? [] : [recorded.id];
  });
}

/** Undos that gave back only a part of what they undo: the services without the length, or the other way round. */
export function halves(events: readonly RecordedEvent[]): string[] {
  const commands = [...Map.groupBy(events, ({ metadata }) => metadata.commandId)].map(([commandId, all]) => ({
    commandId,
    types: all
      .filter(({ stream }) => stream.startsWith('booking-'))
      .map(({ type }) => type)
      .sort()
      .join(),
    ids: new Set(all.map(({ id }) => id)),
    cause: all[0]?.metadata.causationId ?? '',
  }));
  return commands.flatMap(({ commandId, types, cause }) => {
    const undone = commands.find((one) => one.ids.has(cause) && undoCommandId(one.commandId) === commandId);
    if (undone === undefined || types === '') return [];
    const fits = (UNDONE_BY[undone.types] ?? []).includes(types) || !(undone.types in UNDONE_BY);
    return fits ? [] : [`${undone.types} by ${types}`];
  });
}

const UNDONE_BY: Readonly<Record<string, readonly string[]>> = {
  'BookingLengthChanged,BookingServicesChanged': ['BookingLengthChanged,BookingServicesChanged'],
  'BookingCompleted,BookingLengthChanged': ['BookingLengthChanged,BookingReopened', 'BookingReopened'],
  BookingLengthChanged: ['BookingLengthChanged'],
  BookingServicesChanged: ['BookingServicesChanged'],
};

/** Lengths and moves that were taken back and aren't just as they were. */
export function otherTimes(events: readonly RecordedEvent[]): string[] {
  const claims = events.map((event) => event as RecordedEvent & BookingEvent);
  return claims.flatMap((back) => {
    if (!isMoved(back)) return [];
    const undone = claims.find(
      (event) => isMoved(event) && undoCommandId(event.metadata.commandId) === back.metadata.commandId,
    );
    if (!undone || !isMoved(undone)) return [];
    return isSameStretch(back.data, undone.data.from) ? [] : [back.id];
  });
}

const isMoved = <E extends BookingEvent>(
  event: E,
): event is Extract<E, { type: 'BookingLengthChanged' | 'BookingRescheduled' }> =>
  event.type === 'BookingLengthChanged' || event.type === 'BookingRescheduled';

/** Decisions at another version than their sender saw. */
export const unseen = (wanted: readonly Wish[], events: readonly RecordedEvent[]): string[] =>
  wanted.flatMap((wish, index) => {
    const { version } = wish as { readonly version?: number };
    const { stream, commandId } = decisionOf(wish, index);
    const decided = events.filter((event) => event.stream === stream && !NO_DECISIONS.has(event.type));
    const at = decided.findIndex(({ metadata }) => metadata.commandId === commandId);
    return version === undefined || at < 0 || at === version ? [] : [`${wish.kind} ${index}`];
  });

/**
 * Visits that were finished for a walk-in and don't end where it begins, or although there was no moment when it fitted.
 *
 * @param triedAt the ends of the log when each wish was first sent
 */
export function wrongEnds(
  wanted: readonly Wish[],
  events: readonly RecordedEvent[],
  triedAt: readonly string[],
): string[] {
  return wanted.flatMap((wish, index) => {
    if (wish.kind !== 'finish') return [];
    const { stream, commandId } = decisionOf(wish, index);
    const isOwn = (event: RecordedEvent) => event.stream === stream && event.metadata.commandId === commandId;
    const finished = events.find(isOwn);
    if (!finished) return [];
    const [former, own] = [events.slice(0, events.indexOf(finished)), events.filter(isOwn)].map((some) =>
      endIn(some.filter((event) => event.stream === stream)),
    );
    const expected = (former ?? 0) > wish.start ? wish.start : undefined;
    const time = { start: wish.start, end: wish.start + MINUTES[wish.service] };
    const others = [stream, bookingStream(bookingOf(wish, index))];
    return [
      ...(own === expected ? [] : [`${index} ends at ${own}, and not at ${expected}`]),
      ...(fitted(time, others, events, triedAt[index] ?? '', finished) ? [] : [`${index} didn’t fit`]),
    ];
  });
}

const MINUTES = { cut: 30, color: 60, tint: 90 };

const endIn = (events: readonly RecordedEvent[]): number | undefined =>
  (events as readonly (RecordedEvent & BookingEvent)[])
    .flatMap((event) => (changes(event, 'slot claimed') ? [event.data.end] : []))
    .at(-1);

/** Whether no other booking had the time at some moment after a position of the log and before an event. */
function fitted(
  time: { readonly start: number; readonly end: number },
  without: readonly string[],
  events: readonly RecordedEvent[],
  from: string,
  until: RecordedEvent,
): boolean {
  const taken = new Map<string, { readonly start: number; readonly end: number }>();
  const isFree = () => ![...taken.values()].some((slot) => overlaps(slot, time));
  for (const recorded of events) {
    if (recorded.position > from && isFree()) return true;
    if (recorded === until) return false;
    const event = recorded as unknown as AgendaEvent;
    if (event.type === 'SlotReleased') taken.delete(event.data.slotId);
    if (event.type === 'SlotTaken' && !without.includes(bookingStream(event.data.bookingId)))
      taken.set(event.data.slotId, event.data);
  }
  return isFree();
}
