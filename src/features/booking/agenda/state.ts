import { type Blocking, blockedPartsOf, collide, type Part, partsOf } from '../../../salon/parts.ts';
import type { Interval } from '../../../salon/slots.ts';
import { workingWindows } from '../../../salon/team.ts';
import type { AgendaEvent } from './events.ts';

/** A slot that belongs to a booking. */
export interface TakenSlot extends Interval {
  readonly bookingId: string;
  readonly parts: readonly Part[];
}

interface Hold extends Interval {
  readonly parts: readonly Part[];
  /** ISO instant from which the hold is void. */
  readonly expiresAt: string;
}

/** A part of the day that staff have blocked. */
export interface BlockedTime extends Blocking {
  readonly parts: readonly Part[];
  /** The series id of blocks that repeat and were made together. */
  readonly seriesId: string | null;
}

/**
 * Ids of the slots or holds that occupy a quarter of an hour, by the quarter's number. So a decision checks only what is near its
 * time. That matters because no event removes expired holds, and on a busy day there are many.
 */
type QuarterIndex = ReadonlyMap<number, ReadonlySet<string>>;

/** One salon day. */
export interface AgendaState {
  /** Taken slots that aren't released, by id. */
  readonly taken: ReadonlyMap<string, TakenSlot>;
  readonly takenIn: QuarterIndex;
  /** Ids of slots that were taken and released; none is ever taken again. */
  readonly released: ReadonlySet<string>;
  /** Holds by id, except those that were dropped, became a slot, or were overlapped by a taken slot. They may have expired. */
  readonly holds: ReadonlyMap<string, Hold>;
  readonly heldIn: QuarterIndex;
  /** The id of the block of the whole date. */
  readonly blockId: string | null;
  /** Blocked parts of the day by their block's id. They may overlap. */
  readonly blockedTimes: ReadonlyMap<string, BlockedTime>;
  /** Blocked parts of the day that were opened again, as they were. */
  readonly unblockedTimes: ReadonlyMap<string, BlockedTime>;
  /** The date's own opening hours, in order; null where the weekly hours apply. */
  readonly ownHours: readonly Interval[] | null;
  /** The hours that stylists have of their own on the date, by stylist. */
  readonly stylistHours: ReadonlyMap<string, readonly Interval[]>;
}

/** The hours that a date has of its own. */
export type HoursOfDay = Pick<AgendaState, 'ownHours' | 'stylistHours'>;

/** The opening hours of a date. @param weekly those of its weekday */
export const hoursOf = ({ ownHours }: HoursOfDay, weekly: readonly Interval[]): readonly Interval[] =>
  ownHours ?? weekly;

/**
 * The hours in which a stylist works on a date: their own, cut by the salon's.
 *
 * @param weekly the salon's of the weekday
 * @param ownWeekly the stylist's of the weekday; null where the salon's count
 */
export function windowsOf(
  day: HoursOfDay,
  weekly: readonly Interval[],
  stylist: string,
  ownWeekly: readonly Interval[] | null,
): readonly Interval[] {
  return workingWindows(day.stylistHours.get(stylist) ?? ownWeekly, hoursOf(day, weekly));
}

/** The state that `evolve` changes in place: copying it for each event would take quadratic time for a day's events. */
export interface FoldedDay extends AgendaState {
  readonly taken: Map<string, TakenSlot>;
  readonly takenIn: Map<number, Set<string>>;
  readonly released: Set<string>;
  readonly holds: Map<string, Hold>;
  readonly heldIn: Map<number, Set<string>>;
  blockId: string | null;
  readonly blockedTimes: Map<string, BlockedTime>;
  readonly unblockedTimes: Map<string, BlockedTime>;
  ownHours: readonly Interval[] | null;
  readonly stylistHours: Map<string, readonly Interval[]>;
}

export const emptyDay = (): FoldedDay => ({
  taken: new Map(),
  takenIn: new Map(),
  released: new Set(),
  holds: new Map(),
  heldIn: new Map(),
  blockId: null,
  blockedTimes: new Map(),
  unblockedTimes: new Map(),
  ownHours: null,
  stylistHours: new Map(),
});

const QUARTER_MINUTES = 15;

function* quartersOf(parts: readonly Part[]): Generator<number> {
  for (const { start, end } of parts)
    for (let quarter = Math.floor(start / QUARTER_MINUTES); quarter * QUARTER_MINUTES < end; quarter += 1)
      yield quarter;
}

/** All items that overlap these parts. The same item may come several times. */
export function* colliding<Item extends { readonly parts: readonly Part[] }>(
  items: ReadonlyMap<string, Item>,
  index: QuarterIndex,
  parts: readonly Part[],
): Generator<readonly [id: string, item: Item]> {
  for (const quarter of quartersOf(parts))
    for (const id of index.get(quarter) ?? []) {
      const item = items.get(id);
      if (item && collide(item.parts, parts)) yield [id, item];
    }
}

function addTo(index: Map<number, Set<string>>, id: string, parts: readonly Part[]): void {
  for (const quarter of quartersOf(parts)) {
    const ids = index.get(quarter);
    if (ids) ids.add(id);
    else index.set(quarter, new Set([id]));
  }
}

function removeFrom(index: Map<number, Set<string>>, id: string, parts: readonly Part[]): void {
  for (const quarter of quartersOf(parts)) index.get(quarter)?.delete(id);
}

function dropHold(day: FoldedDay, holdId: string): void {
  const hold = day.holds.get(holdId);
  if (!hold) return;
  day.holds.delete(holdId);
  removeFrom(day.heldIn, holdId, hold.parts);
}

/** The state of the day after the event. Changes the given state in place. */
export function evolve(day: FoldedDay, event: AgendaEvent): FoldedDay {
  switch (event.type) {
    case 'SlotTaken': {
      const { slotId, bookingId, start, end, fromHold } = event.data;
      const parts = partsOf(event.data);
      day.taken.set(slotId, { bookingId, start, end, parts });
      addTo(day.takenIn, slotId, parts);
      if (fromHold !== undefined) dropHold(day, fromHold);
      for (const [holdId] of colliding(day.holds, day.heldIn, parts)) dropHold(day, holdId);
      return day;
    }
    case 'SlotReleased': {
      const { slotId } = event.data;
      const slot = day.taken.get(slotId);
      if (!slot) return day;
      day.taken.delete(slotId);
      removeFrom(day.takenIn, slotId, slot.parts);
      day.released.add(slotId);
      return day;
    }
    case 'SlotHeld': {
      const { holdId, start, end, expiresAt } = event.data;
      const parts = partsOf(event.data);
      day.holds.set(holdId, { start, end, parts, expiresAt });
      addTo(day.heldIn, holdId, parts);
      return day;
    }
    case 'SlotHoldDropped':
      dropHold(day, event.data.holdId);
      return day;
    case 'DateBlocked':
      day.blockId = event.data.blockId;
      return day;
    case 'BlockReasonChanged':
      return day;
    case 'DateUnblocked':
      day.blockId = null;
      return day;
    case 'TimeBlocked': {
      const { blockId, resource, start, end, seriesId = null } = event.data;
      day.blockedTimes.set(blockId, { resource, start, end, parts: blockedPartsOf(event.data), seriesId });
      day.unblockedTimes.delete(blockId);
      return day;
    }
    case 'BlockedTimeMoved': {
      const { blockId, start, end } = event.data;
      const block = day.blockedTimes.get(blockId);
      if (!block) return day;
      const moved = { ...block, start, end };
      day.blockedTimes.set(blockId, { ...moved, parts: blockedPartsOf(moved) });
      return day;
    }
    case 'TimeUnblocked': {
      const { blockId } = event.data;
      const block = day.blockedTimes.get(blockId);
      if (!block) return day;
      day.blockedTimes.delete(blockId);
      day.unblockedTimes.set(blockId, block);
      return day;
    }
    case 'DayHoursSet': {
      const { resource, windows } = event.data;
      if (resource === undefined) day.ownHours = windows;
      else day.stylistHours.set(resource, windows);
      return day;
    }
    case 'DayHoursCleared': {
      const { resource } = event.data;
      if (resource === undefined) day.ownHours = null;
      else day.stylistHours.delete(resource);
      return day;
    }
  }
}
