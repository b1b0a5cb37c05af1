import type { Decider } from '../../../eventsourcing/streams/decider.ts';
import { isPast } from '../../../salon/salon-time.ts';
import type { Interval } from '../../../salon/slots.ts';
import { broken } from '../../rule-broken.ts';
import { type BookingTerms, type DayClock, obstaclesTo, timeProblems } from './checks.ts';
import { AGENDA, type AgendaEvent, agendaEventTypes } from './events.ts';
import { type AgendaState, emptyDay, evolve, type FoldedDay } from './state.ts';

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
      /** An earlier hold of the same browser. The new hold may overlap it, and ends it. */
      readonly replaces?: string | undefined;
      readonly terms: BookingTerms;
      readonly clock: DayClock;
    })
  | { readonly kind: 'DropHold'; readonly holdId: string }
  | {
      readonly kind: 'BlockDate';
      readonly blockId: string;
      readonly reason: string;
      /** If set, the block is refused while there are upcoming appointments on the day; null once staff have acknowledged them. */
      readonly unlessUpcoming: DayClock | null;
    }
  /** Undoes that a date was opened again. */
  | {
      readonly kind: 'BlockAgain';
      readonly blockId: string;
      readonly reason: string;
      /** Slots that were taken on the day when it was opened. Refused if another one has been taken since. */
      readonly slotIds: ReadonlySet<string>;
    }
  | { readonly kind: 'ChangeBlockReason'; readonly blockId: string; readonly reason: string }
  | { readonly kind: 'UnblockDate'; readonly blockId: string };

/** @throws RuleBroken for the first rule about the time itself that is broken */
function checkTime(slot: Interval, terms: BookingTerms, clock: DayClock): void {
  const [problem] = timeProblems(slot, terms, clock);
  if (problem) throw broken(problem);
}

/** The time must be free. @param own ids that don't count */
function checkFree(
  state: AgendaState,
  slot: Interval,
  now: Date,
  own: { bookingId?: string; holdId?: string | undefined },
): void {
  const [obstacle] = obstaclesTo(slot, state, now, own);
  if (obstacle) throw broken(obstacle.kind === 'blocked' ? 'date-blocked' : 'slot-taken');
}

/** Returns no event for a hold that is over. */
function dropHold(holdId: string, state: AgendaState): AgendaEvent[] {
  return state.holds.has(holdId) ? [{ type: 'SlotHoldDropped', data: { holdId } }] : [];
}

function checkReason(typed: string): string {
  const reason = typed.trim();
  if (reason === '') throw broken('block-reason-required');
  return reason;
}

/** Refuses if an appointment begins later on this day. */
function checkNoneUpcoming({ taken }: AgendaState, { date, timeZone, now }: DayClock): void {
  for (const { start } of taken.values())
    if (!isPast(date, start, now, timeZone)) throw broken('appointments-on-date');
}

function checkBlocked({ blockId }: AgendaState, wanted: string): void {
  if (blockId !== wanted) throw broken('block-not-found');
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
      const { blockId, unlessUpcoming } = command;
      const reason = checkReason(command.reason);
      if (unlessUpcoming) checkNoneUpcoming(state, unlessUpcoming);
      return [{ type: 'DateBlocked', data: { blockId, personal: { reason } } }];
    }
    case 'BlockAgain': {
      const { blockId, reason, slotIds } = command;
      if (state.blockId !== null) throw broken('already-blocked');
      for (const slotId of state.taken.keys()) if (!slotIds.has(slotId)) throw broken('slot-taken');
      return [{ type: 'DateBlocked', data: { blockId, personal: { reason } } }];
    }
    case 'ChangeBlockReason': {
      const { blockId } = command;
      checkBlocked(state, blockId);
      const reason = checkReason(command.reason);
      return [{ type: 'BlockReasonChanged', data: { blockId, personal: { reason } } }];
    }
    case 'UnblockDate':
      checkBlocked(state, command.blockId);
      return [{ type: 'DateUnblocked', data: { blockId: command.blockId } }];
  }
}

/** Tries of the same command may differ: each try to hold a time reads the clock again, and a slot's id may depend on its booking. */
function discriminatorOf({ type, data }: AgendaEvent): string | undefined {
  switch (type) {
    case 'SlotTaken':
    case 'SlotReleased':
      return data.slotId;
    case 'SlotHeld':
      return `${data.end} ${data.expiresAt}`;
    case 'SlotHoldDropped':
    case 'DateBlocked':
    case 'BlockReasonChanged':
    case 'DateUnblocked':
      return undefined;
  }
}

/** The result of holding a time. */
export interface HeldTime {
  readonly holdId: string;
  readonly expiresAt: string;
}

/** Decides about one salon day. It guarantees that slots of different bookings never overlap. */
export const agendaDecider: Decider<AgendaCommand, AgendaEvent, AgendaState, HeldTime | null, FoldedDay> = {
  streams: `${AGENDA}-`,
  eventTypes: agendaEventTypes,
  // The version counts only changes of the day's block, since nobody changes a slot by the version of its day.
  uncounted: ['SlotTaken', 'SlotReleased', 'SlotHeld', 'SlotHoldDropped'],
  discriminatorOf,
  initialState: emptyDay,
  decide,
  evolve,
  resultOf(event) {
    if (event?.type !== 'SlotHeld') return null;
    const { holdId, expiresAt } = event.data;
    return { holdId, expiresAt };
  },
};
