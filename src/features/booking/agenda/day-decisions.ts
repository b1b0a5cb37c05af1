import { collide, partsOf, type StoredStretch } from '../../../salon/parts.ts';
import { isPast, salonDate } from '../../../salon/salon-time.ts';
import { type Interval, liesWithin } from '../../../salon/slots.ts';
import { broken } from '../../rule-broken.ts';
import type { DayClock } from './checks.ts';
import type { AgendaEvent } from './events.ts';
import { type AgendaState, hoursOf, type TakenSlot } from './state.ts';

/** The decisions of staff about a day: they block the date or a part of it, or give it hours of its own. */
export type DayCommand =
  | (Affecting & { readonly kind: 'BlockDate'; readonly blockId: string; readonly reason: string })
  | { readonly kind: 'ChangeDateBlockReason'; readonly blockId: string; readonly reason: string }
  | { readonly kind: 'UnblockDate' | 'UnblockTime'; readonly blockId: string }
  /** Undoes that a date, or a part of it, was opened again. */
  | (FormerBlock & { readonly kind: 'BlockDateAgain' | 'BlockTimeAgain'; readonly blockId: string })
  | (Interval &
      Affecting & {
        readonly kind: 'BlockTime';
        readonly blockId: string;
        readonly seriesId?: string | undefined;
        readonly reason: string;
      })
  /** Gives a blocked time other times, another reason, or both. */
  | (Affecting & {
      readonly kind: 'ChangeBlockedTime';
      readonly blockId: string;
      readonly times?: Interval | undefined;
      readonly reason?: string | undefined;
    })
  | (FormerChange & { readonly kind: 'ChangeBlockedTimeBack'; readonly blockId: string })
  | (HoursChange & DayHours & { readonly kind: 'SetDayHours' })
  | (HoursChange & { readonly kind: 'ClearDayHours' });

/** The hours that a date has of its own. */
export interface DayHours {
  readonly windows: readonly Interval[];
  /** Those that are switched off. */
  readonly off?: readonly Interval[] | undefined;
}

/** An earlier block that is made again. */
export interface FormerBlock {
  readonly reason: string;
  /** Slots that were taken there then. Refused if another one has been taken since. */
  readonly slotIds: ReadonlySet<string>;
}

/** The times and the reason of a block before they were changed, as far as they were. */
export interface FormerChange extends Pick<FormerBlock, 'slotIds'> {
  readonly times?: Interval | undefined;
  readonly reason?: string | undefined;
}

/** The bookings about which staff needn't be asked. A change that affects others is refused. */
export interface KnownBookings {
  /** Whether staff know of all that are there. */
  readonly acknowledged: boolean;
  /** Slots of completed visits, which stay taken. */
  readonly completed?: ReadonlySet<string> | undefined;
}

/** A change that leaves bookings where they are, on a blocked date, under a block or outside the hours. */
interface Affecting extends KnownBookings {
  readonly clock: DayClock;
}

/** A change of a date's hours. */
interface HoursChange extends Affecting {
  /** Opening hours of the date's weekday. */
  readonly weekly: readonly Interval[];
}

function checkReason(typed: string): string {
  const reason = typed.trim();
  if (reason === '') throw broken('block-reason-required');
  return reason;
}

/** Whether a block of its date affects a booking: it begins later. */
export const beginsLater = ({ start }: Interval, { date, timeZone, now }: DayClock): boolean =>
  !isPast(date, start, now, timeZone);

/** Whether a booking at this time has ended. */
const isOver = ({ end }: Interval, { date, timeZone, now }: DayClock) => isPast(date, end, now, timeZone);

/** Whether a block affects a booking: it lies there and isn't over. @param before a time whose bookings staff know of */
export const liesUnder = (slot: StoredStretch, time: Interval, clock: DayClock, before?: Interval): boolean =>
  collide(partsOf(slot), partsOf(time)) &&
  !(before && collide(partsOf(slot), partsOf(before))) &&
  !isOver(slot, clock);

/** Whether a change of its date's hours affects a booking: it isn't over, and lies outside them only afterwards. */
export const fallsOutside = (
  slot: Interval,
  before: readonly Interval[],
  after: readonly Interval[],
  clock: DayClock,
): boolean => !isOver(slot, clock) && liesWithin(slot, before) && !liesWithin(slot, after);

function checkIsBlock({ blockId }: AgendaState, wanted: string): void {
  if (blockId !== wanted) throw broken('block-not-found');
}

function checkWindows(windows: readonly Interval[]): void {
  for (const [index, window] of windows.entries()) {
    if (window.end <= window.start) throw broken('hours-inverted');
    const before = windows[index - 1];
    if (before && before.end > window.start) throw broken('hours-overlap');
  }
}

/** Refuses a block if staff don't know of the bookings that it affects. */
function checkNoneAffected(
  { taken }: AgendaState,
  { acknowledged, completed, clock }: Affecting,
  isAffected: (slot: TakenSlot, clock: DayClock) => boolean,
): void {
  if (acknowledged) return;
  for (const [slotId, slot] of taken)
    if (!completed?.has(slotId) && isAffected(slot, clock)) throw broken('appointments-on-date');
}

/** Refuses a block over a time that somebody was given since. */
function checkNoneTakenSince({ taken }: AgendaState, time: Interval, slotIds: ReadonlySet<string>): void {
  const parts = partsOf(time);
  for (const [slotId, slot] of taken)
    if (!slotIds.has(slotId) && collide(slot.parts, parts)) throw broken('slot-taken');
}

function blockedTime({ blockedTimes }: AgendaState, blockId: string): Interval {
  const block = blockedTimes.get(blockId);
  if (!block) throw broken('blocked-time-not-found');
  return block;
}

/** Refuses for a date that is over, and if bookings would lie outside the hours that don't do so already. */
function checkHoursChange(
  state: AgendaState,
  { weekly, clock, acknowledged, completed }: HoursChange,
  after: readonly Interval[],
): void {
  if (clock.date < salonDate(clock.now, clock.timeZone)) throw broken('date-past');
  if (acknowledged) return;
  const before = hoursOf(state, weekly);
  for (const [slotId, slot] of state.taken)
    if (!completed?.has(slotId) && fallsOutside(slot, before, after, clock))
      throw broken('appointments-outside-hours');
}

/** The events that a decision of staff about a day leads to. @throws RuleBroken */
export function decideDay(command: DayCommand, state: AgendaState): AgendaEvent[] {
  switch (command.kind) {
    case 'BlockDate': {
      if (state.blockId !== null) throw broken('already-blocked');
      const { blockId } = command;
      const reason = checkReason(command.reason);
      checkNoneAffected(state, command, beginsLater);
      return [{ type: 'DateBlocked', data: { blockId, personal: { reason } } }];
    }
    case 'BlockDateAgain': {
      const { blockId, reason, slotIds } = command;
      if (state.blockId !== null) throw broken('already-blocked');
      for (const slotId of state.taken.keys()) if (!slotIds.has(slotId)) throw broken('slot-taken');
      return [{ type: 'DateBlocked', data: { blockId, personal: { reason } } }];
    }
    case 'ChangeDateBlockReason': {
      const { blockId } = command;
      checkIsBlock(state, blockId);
      const reason = checkReason(command.reason);
      return [{ type: 'BlockReasonChanged', data: { blockId, personal: { reason } } }];
    }
    case 'UnblockDate':
      checkIsBlock(state, command.blockId);
      return [{ type: 'DateUnblocked', data: { blockId: command.blockId } }];
    case 'BlockTime': {
      const { blockId, start, end, seriesId } = command;
      if (end <= start) throw broken('hours-inverted');
      const reason = checkReason(command.reason);
      checkNoneAffected(state, command, (slot, clock) => liesUnder(slot, command, clock));
      const series = seriesId !== undefined && { seriesId };
      return [{ type: 'TimeBlocked', data: { blockId, start, end, ...series, personal: { reason } } }];
    }
    case 'ChangeBlockedTime':
      return changeBlockedTime(command, state);
    case 'UnblockTime':
      blockedTime(state, command.blockId);
      return [{ type: 'TimeUnblocked', data: { blockId: command.blockId } }];
    case 'BlockTimeAgain': {
      const { blockId, reason, slotIds } = command;
      const block = state.unblockedTimes.get(blockId);
      if (!block) throw broken('blocked-time-not-found');
      checkNoneTakenSince(state, block, slotIds);
      const { start, end, seriesId } = block;
      const series = seriesId !== null && { seriesId };
      return [{ type: 'TimeBlocked', data: { blockId, start, end, ...series, personal: { reason } } }];
    }
    case 'ChangeBlockedTimeBack': {
      const { blockId, times, slotIds } = command;
      blockedTime(state, blockId);
      if (times) checkNoneTakenSince(state, times, slotIds);
      return blockedTimeChanged(command);
    }
    case 'SetDayHours': {
      const { windows, off = [] } = command;
      checkWindows(windows);
      checkWindows([...windows, ...off].sort((a, b) => a.start - b.start));
      checkHoursChange(state, command, windows);
      const times = (all: readonly Interval[]) => all.map(({ start, end }) => ({ start, end }));
      const data = { windows: times(windows), ...(off.length > 0 && { off: times(off) }) };
      return [{ type: 'DayHoursSet', data }];
    }
    case 'ClearDayHours':
      if (state.ownHours === null) throw broken('hours-not-found');
      checkHoursChange(state, command, command.weekly);
      return [{ type: 'DayHoursCleared', data: {} }];
  }
}

function changeBlockedTime(
  command: Extract<DayCommand, { kind: 'ChangeBlockedTime' }>,
  state: AgendaState,
): AgendaEvent[] {
  const { blockId, times, reason } = command;
  const before = blockedTime(state, blockId);
  if (times && times.end <= times.start) throw broken('hours-inverted');
  if (times) checkNoneAffected(state, command, (slot, clock) => liesUnder(slot, times, clock, before));
  return blockedTimeChanged({
    blockId,
    times,
    reason: reason === undefined ? undefined : checkReason(reason),
  });
}

function blockedTimeChanged({
  blockId,
  times,
  reason,
}: Omit<FormerChange, 'slotIds'> & { readonly blockId: string }): AgendaEvent[] {
  const events: AgendaEvent[] = [];
  if (times) {
    const { start, end } = times;
    events.push({ type: 'BlockedTimeMoved', data: { blockId, start, end } });
  }
  if (reason !== undefined)
    events.push({ type: 'BlockReasonChanged', data: { blockId, personal: { reason } } });
  return events;
}
