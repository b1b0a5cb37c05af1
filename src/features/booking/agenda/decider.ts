import type { ProblemCode } from '../../../contracts/problem.ts';
import { type Decider, RuleBroken } from '../../../eventsourcing/decider.ts';
import { instantOf, isPast, lastBookableDate, type SalonDate, salonDate } from '../../../salon/salon-time.ts';
import { type Interval, isOffered } from '../../../salon/slots.ts';
import { AGENDA, type AgendaEvent, agendaEventTypes, collide, partsOf } from './events.ts';
import { type AgendaState, collidingHolds, emptyDay, evolve, type FoldedDay } from './state.ts';

/**
 * How freely time is given out (design section 12): the public within opening hours; staff also outside them;
 * a reinstated appointment even in the past, for a no-show cancelled by mistake.
 */
export type BookingTerms =
  | { readonly kind: 'public'; readonly windows: readonly Interval[] }
  | { readonly kind: 'staff' }
  | { readonly kind: 'reinstate' };

/** The salon day and the deciding moment. */
export interface DayClock {
  readonly date: SalonDate;
  readonly timeZone: string;
  readonly now: Date;
}

export type AgendaCommand =
  | (Interval & {
      readonly kind: 'TakeSlot';
      readonly slotId: string;
      readonly bookingId: string;
      readonly fromHold?: string | undefined;
      readonly terms: BookingTerms;
      readonly clock: DayClock;
    })
  | { readonly kind: 'ReleaseSlot'; readonly slotId: string }
  | (Interval & {
      readonly kind: 'HoldSlot';
      readonly holdId: string;
      readonly expiresAt: string;
      /** An earlier hold of the same browser, which this one is allowed to overlap and puts an end to. */
      readonly replaces?: string | undefined;
      readonly terms: BookingTerms;
      readonly clock: DayClock;
    })
  | { readonly kind: 'DropHold'; readonly holdId: string }
  | { readonly kind: 'BlockDate'; readonly blockId: string; readonly reason: string }
  | { readonly kind: 'UnblockDate'; readonly blockId: string };

const broken = (code: ProblemCode) => new RuleBroken<ProblemCode>(code);

/** Rules of the calendar that hold whatever is already taken. */
function checkTime(slot: Interval, terms: BookingTerms, { date, timeZone, now }: DayClock): void {
  if (instantOf(date, slot.start, timeZone) === null) throw broken('time-skipped');
  if (slot.end > 1440 || slot.start >= slot.end) throw broken('not-offered');
  if (terms.kind === 'reinstate') return;
  if (isPast(date, slot.start, now, timeZone)) throw broken('in-the-past');
  if (date > lastBookableDate(salonDate(now, timeZone))) throw broken('too-far-ahead');
  if (terms.kind === 'public' && !isOffered(slot, terms.windows)) throw broken('not-offered');
}

/** Nobody else's slot and nobody else's live hold may overlap; `own` exempts only from itself. */
function checkFree(
  state: AgendaState,
  slot: Interval,
  now: Date,
  own: { bookingId?: string; holdId?: string | undefined },
): void {
  if (state.blockId !== null) throw broken('date-blocked');
  const parts = partsOf(slot);
  for (const taken of state.taken.values()) {
    if (taken.bookingId !== own.bookingId && collide(taken.parts, parts)) throw broken('slot-taken');
  }
  for (const [holdId, hold] of collidingHolds(state, parts)) {
    if (holdId !== own.holdId && new Date(hold.expiresAt) > now) throw broken('slot-taken');
  }
}

/** Touches only a hold that is still held. */
function dropHold(holdId: string, state: AgendaState): AgendaEvent[] {
  return state.holds.has(holdId) ? [{ type: 'SlotHoldDropped', data: { holdId } }] : [];
}

function decide(command: AgendaCommand, state: AgendaState): AgendaEvent[] {
  switch (command.kind) {
    case 'TakeSlot': {
      const { slotId, bookingId, start, end, fromHold, terms, clock } = command;
      if (state.taken.has(slotId) || state.released.has(slotId)) throw broken('slot-id-used');
      checkTime(command, terms, clock);
      checkFree(state, command, clock.now, { bookingId, holdId: fromHold });
      const converts = fromHold !== undefined && state.holds.has(fromHold);
      return [
        { type: 'SlotTaken', data: { slotId, bookingId, start, end, ...(converts ? { fromHold } : {}) } },
      ];
    }
    case 'ReleaseSlot': {
      const slot = state.taken.get(command.slotId);
      if (!slot) return [];
      return [{ type: 'SlotReleased', data: { slotId: command.slotId, bookingId: slot.bookingId } }];
    }
    case 'HoldSlot': {
      const { holdId, start, end, expiresAt, replaces, terms, clock } = command;
      checkTime(command, terms, clock);
      checkFree(state, command, clock.now, { holdId: replaces });
      const held: AgendaEvent = { type: 'SlotHeld', data: { holdId, start, end, expiresAt } };
      return replaces === undefined ? [held] : [held, ...dropHold(replaces, state)];
    }
    case 'DropHold':
      return dropHold(command.holdId, state);
    case 'BlockDate': {
      if (state.blockId !== null) throw broken('already-blocked');
      const { blockId } = command;
      const reason = command.reason.trim();
      if (reason === '') throw broken('block-reason-required');
      return [{ type: 'DateBlocked', data: { blockId, personal: { reason } } }];
    }
    case 'UnblockDate':
      if (state.blockId !== command.blockId) throw broken('not-blocked');
      return [{ type: 'DateUnblocked', data: { blockId: command.blockId } }];
  }
}

/** What tells two tries of one command apart: each try of holding reads the clock anew. */
function factOf({ type, data }: AgendaEvent): string | undefined {
  switch (type) {
    case 'SlotTaken':
    case 'SlotReleased':
      return data.slotId;
    case 'SlotHeld':
      return `${data.end} ${data.expiresAt}`;
    case 'SlotHoldDropped':
    case 'DateBlocked':
    case 'DateUnblocked':
      return undefined;
  }
}

/** What a command that holds time answers with. */
export interface HeldTime {
  readonly holdId: string;
  readonly expiresAt: string;
}

/** One salon day: no two slots of different bookings overlap, ever. */
export const agendaDecider: Decider<AgendaCommand, AgendaEvent, AgendaState, HeldTime | null, FoldedDay> = {
  streams: `${AGENDA}-`,
  eventTypes: agendaEventTypes,
  factOf,
  initialState: emptyDay,
  decide,
  evolve,
  resultOf(event) {
    if (event?.type !== 'SlotHeld') return null;
    const { holdId, expiresAt } = event.data;
    return { holdId, expiresAt };
  },
};
