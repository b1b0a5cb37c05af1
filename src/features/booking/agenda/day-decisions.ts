import {
  type Blocking,
  blockedPartsOf,
  collide,
  partsOf,
  type StoredStretch,
  stylistOf,
} from '../../../salon/parts.ts';
import { isPast, salonDate } from '../../../salon/salon-time.ts';
import { type Interval, liesWithin } from '../../../salon/slots.ts';
import { broken } from '../../rule-broken.ts';
import type { DayClock } from './checks.ts';
import type { AgendaEvent } from './events.ts';
import { type AgendaState, type BlockedTime, type HoursOfDay, type TakenSlot, windowsOf } from './state.ts';

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
        readonly resource?: string | undefined;
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
  | (HoursChange & Pick<DayHours, 'resource'> & { readonly kind: 'ClearDayHours' });

/** The hours that a date has of its own, for one stylist or for the salon. */
export interface DayHours {
  /** The stylist; left out for the salon. */
  readonly resource?: string | undefined;
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
interface HoursChange extends Affecting, WeeklyHours {}

/** The hours of a date's weekday. */
export interface WeeklyHours {
  /** The salon's. */
  readonly weekly: readonly Interval[];
  /** A stylist's own; null where the salon's count. */
  ownWeekly(stylist: string): readonly Interval[] | null;
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
export const liesUnder = (slot: StoredStretch, time: Blocking, clock: DayClock, before?: Blocking): boolean =>
  collide(partsOf(slot), blockedPartsOf(time)) &&
  !(before && collide(partsOf(slot), blockedPartsOf(before))) &&
  !isOver(slot, clock);

/** A change of a date's hours, for one stylist or for the salon; null lets the weekly ones apply again. */
export type NewHours = Pick<DayHours, 'resource'> & { readonly windows: readonly Interval[] | null };

/** The hours of a date after a change of them. */
function hoursAfter(day: AgendaState, { resource, windows }: NewHours): HoursOfDay {
  if (resource === undefined) return { ...day, ownHours: windows };
  const stylistHours = new Map(day.stylistHours);
  if (windows) stylistHours.set(resource, windows);
  else stylistHours.delete(resource);
  return { ...day, stylistHours };
}

function liesInHours(slot: StoredStretch, day: HoursOfDay, { weekly, ownWeekly }: WeeklyHours): boolean {
  const stylist = stylistOf(slot);
  return liesWithin(slot, windowsOf(day, weekly, stylist, ownWeekly(stylist)));
}

/**
 * Tells which bookings a change of their date's hours affects: those that aren't over, and lie outside their stylist's hours only afterwards.
 *
 * @param day before the change
 */
export function fallingOutside(
  day: AgendaState,
  change: NewHours,
  week: WeeklyHours,
  clock: DayClock,
): (slot: StoredStretch) => boolean {
  const after = hoursAfter(day, change);
  return (slot) => !isOver(slot, clock) && liesInHours(slot, day, week) && !liesInHours(slot, after, week);
}

/** Tells which bookings of a day lie within their stylist's hours before a change of the weekly hours, and not after it. */
export const fallingOutsideWeek =
  (day: HoursOfDay, before: WeeklyHours, after: WeeklyHours) =>
  (slot: StoredStretch): boolean =>
    liesInHours(slot, day, before) && !liesInHours(slot, day, after);

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
function checkNoneTakenSince({ taken }: AgendaState, time: Blocking, slotIds: ReadonlySet<string>): void {
  const parts = blockedPartsOf(time);
  for (const [slotId, slot] of taken)
    if (!slotIds.has(slotId) && collide(slot.parts, parts)) throw broken('slot-taken');
}

function blockedTime({ blockedTimes }: AgendaState, blockId: string): BlockedTime {
  const block = blockedTimes.get(blockId);
  if (!block) throw broken('blocked-time-not-found');
  return block;
}

/** Refuses for a date that is over, and if bookings would lie outside the hours that don't do so already. */
function checkHoursChange(state: AgendaState, change: HoursChange, after: NewHours): void {
  const { clock, acknowledged, completed } = change;
  if (clock.date < salonDate(clock.now, clock.timeZone)) throw broken('date-past');
  if (acknowledged) return;
  const fallsOutside = fallingOutside(state, after, change, clock);
  for (const [slotId, slot] of state.taken)
    if (!completed?.has(slotId) && fallsOutside(slot)) throw broken('appointments-outside-hours');
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
      const { blockId, resource, start, end, seriesId } = command;
      if (end <= start) throw broken('hours-inverted');
      const reason = checkReason(command.reason);
      const block = { resource, start, end, seriesId: seriesId ?? null };
      checkNoneAffected(state, command, (slot, clock) => liesUnder(slot, block, clock));
      return [timeBlocked(blockId, block, reason)];
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
      return [timeBlocked(blockId, block, reason)];
    }
    case 'ChangeBlockedTimeBack': {
      const { blockId, times, slotIds } = command;
      const { resource } = blockedTime(state, blockId);
      if (times) checkNoneTakenSince(state, { ...times, resource }, slotIds);
      return blockedTimeChanged(command);
    }
    case 'SetDayHours': {
      const { resource, windows, off = [] } = command;
      checkWindows(windows);
      checkWindows([...windows, ...off].sort((a, b) => a.start - b.start));
      checkHoursChange(state, command, { resource, windows });
      const times = (all: readonly Interval[]) => all.map(({ start, end }) => ({ start, end }));
      const data = {
        ...(resource !== undefined && { resource }),
        windows: times(windows),
        ...(off.length > 0 && { off: times(off) }),
      };
      return [{ type: 'DayHoursSet', data }];
    }
    case 'ClearDayHours': {
      const { resource } = command;
      const hasOwn = resource === undefined ? state.ownHours !== null : state.stylistHours.has(resource);
      if (!hasOwn) throw broken('hours-not-found');
      checkHoursChange(state, command, { resource, windows: null });
      return [{ type: 'DayHoursCleared', data: resource === undefined ? {} : { resource } }];
    }
  }
}

function timeBlocked(
  blockId: string,
  { resource, start, end, seriesId }: Omit<BlockedTime, 'parts'>,
  reason: string,
): AgendaEvent {
  const ofOne = resource !== undefined && { resource };
  const series = seriesId !== null && { seriesId };
  return { type: 'TimeBlocked', data: { blockId, ...ofOne, start, end, ...series, personal: { reason } } };
}

function changeBlockedTime(
  command: Extract<DayCommand, { kind: 'ChangeBlockedTime' }>,
  state: AgendaState,
): AgendaEvent[] {
  const { blockId, times, reason } = command;
  const before = blockedTime(state, blockId);
  if (times && times.end <= times.start) throw broken('hours-inverted');
  if (times) {
    const after = { ...times, resource: before.resource };
    checkNoneAffected(state, command, (slot, clock) => liesUnder(slot, after, clock, before));
  }
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
