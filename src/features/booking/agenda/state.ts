import type { Interval } from '../../../salon/slots.ts';
import { type AgendaEvent, collide, type Part, partsOf } from './events.ts';

/** A slot that belongs to a booking. */
export interface TakenSlot extends Interval {
  readonly bookingId: string;
  readonly parts: readonly Part[];
}

export interface Hold extends Interval {
  readonly parts: readonly Part[];
  /** ISO instant from which the hold is void. */
  readonly expiresAt: string;
}

/** One salon day. */
export interface AgendaState {
  /** Slots not released. */
  readonly taken: ReadonlyMap<string, TakenSlot>;
  /** Ids of slots that were taken and released; none is ever taken again. */
  readonly released: ReadonlySet<string>;
  /** Holds neither dropped, converted nor overlapped by a taken slot; they may have expired. */
  readonly holds: ReadonlyMap<string, Hold>;
  /** Ids of the holds that occupy a quarter of an hour, by its number. */
  readonly heldIn: ReadonlyMap<number, ReadonlySet<string>>;
  readonly blockId: string | null;
}

/** The same as `evolve` changes it in place: a copy for each event would make the cost of a busy day quadratic. */
export interface FoldedDay extends AgendaState {
  readonly taken: Map<string, TakenSlot>;
  readonly released: Set<string>;
  readonly holds: Map<string, Hold>;
  readonly heldIn: Map<number, Set<string>>;
  blockId: string | null;
}

export const emptyDay = (): FoldedDay => ({
  taken: new Map(),
  released: new Set(),
  holds: new Map(),
  heldIn: new Map(),
  blockId: null,
});

const QUARTER_MINUTES = 15;

function* quartersOf(parts: readonly Part[]): Generator<number> {
  for (const { start, end } of parts)
    for (let quarter = Math.floor(start / QUARTER_MINUTES); quarter * QUARTER_MINUTES < end; quarter += 1)
      yield quarter;
}

/**
 * Every hold that occupies some of these parts, more than once where they are long. Found by the quarters of an hour,
 * since holds that ran out leave no event and pile up on a busy day.
 */
export function* collidingHolds(
  { holds, heldIn }: AgendaState,
  parts: readonly Part[],
): Generator<readonly [holdId: string, hold: Hold]> {
  for (const quarter of quartersOf(parts))
    for (const holdId of heldIn.get(quarter) ?? []) {
      const hold = holds.get(holdId);
      if (hold && collide(hold.parts, parts)) yield [holdId, hold];
    }
}

function dropHold(day: FoldedDay, holdId: string): void {
  const hold = day.holds.get(holdId);
  if (!hold) return;
  day.holds.delete(holdId);
  for (const quarter of quartersOf(hold.parts)) day.heldIn.get(quarter)?.delete(holdId);
}

function addHold(day: FoldedDay, holdId: string, hold: Hold): void {
  day.holds.set(holdId, hold);
  for (const quarter of quartersOf(hold.parts)) {
    const held = day.heldIn.get(quarter);
    if (held) held.add(holdId);
    else day.heldIn.set(quarter, new Set([holdId]));
  }
}

/** The day behind the event; the given one is changed. */
export function evolve(day: FoldedDay, event: AgendaEvent): FoldedDay {
  switch (event.type) {
    case 'SlotTaken': {
      const { slotId, bookingId, start, end, fromHold } = event.data;
      const parts = partsOf(event.data);
      day.taken.set(slotId, { bookingId, start, end, parts });
      if (fromHold !== undefined) dropHold(day, fromHold);
      for (const [holdId] of collidingHolds(day, parts)) dropHold(day, holdId);
      return day;
    }
    case 'SlotReleased':
      if (day.taken.delete(event.data.slotId)) day.released.add(event.data.slotId);
      return day;
    case 'SlotHeld': {
      const { holdId, start, end, expiresAt } = event.data;
      addHold(day, holdId, { start, end, parts: partsOf(event.data), expiresAt });
      return day;
    }
    case 'SlotHoldDropped':
      dropHold(day, event.data.holdId);
      return day;
    case 'DateBlocked':
      day.blockId = event.data.blockId;
      return day;
    case 'DateUnblocked':
      day.blockId = null;
      return day;
  }
}
