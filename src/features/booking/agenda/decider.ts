import type { ProblemCode } from '../../../contracts/problem.ts';
import type { Decider } from '../../../eventsourcing/streams/decider.ts';
import type { EventStreams } from '../../../eventsourcing/streams/event-streams.ts';
import { type Stretch, stretchOf } from '../../../salon/parts.ts';
import type { Interval } from '../../../salon/slots.ts';
import { isHeldBy, type StartRules } from '../../../salon/starts.ts';
import { broken } from '../../rule-broken.ts';
import { type BookingTerms, type DayClock, type Obstacle, obstaclesTo, timeProblems } from './checks.ts';
import { type DayCommand, decideDay } from './day-decisions.ts';
import { AGENDA, type AgendaEvent, agendaEventTypes, TIME_EVENTS } from './events.ts';
import { type AgendaState, emptyDay, evolve, type FoldedDay, hoursOf } from './state.ts';

/** A time that somebody wants to take or to hold. */
interface WantedSlot extends Stretch {
  readonly terms: BookingTerms;
  readonly clock: DayClock;
}

/** Says of a booking's slots whether it gives them up. */
export interface GivenUp {
  readonly bookingId: string;
  has(slotId: string): boolean;
}

export type AgendaCommand =
  | (WantedSlot & {
      readonly kind: 'TakeSlot';
      readonly slotId: string;
      readonly bookingId: string;
      readonly fromHold?: string | undefined;
      /** Slots of another booking that it has given up, or is about to. Those in the way are released with the same append. */
      readonly givenUp?: GivenUp | undefined;
    })
  | { readonly kind: 'ReleaseSlot'; readonly slotId: string }
  | (WantedSlot & {
      readonly kind: 'HoldSlot';
      readonly holdId: string;
      readonly expiresAt: string;
      /** An earlier hold of the same browser. The new hold may overlap it, and ends it. */
      readonly replaces?: string | undefined;
    })
  | { readonly kind: 'DropHold'; readonly holdId: string }
  | DayCommand;

/**
 * @param holdId the visitor's own hold
 * @throws RuleBroken for the first rule about the time itself that is broken
 */
function checkTime(state: AgendaState, wanted: WantedSlot, holdId?: string): void {
  const { terms, clock } = wanted;
  const hold = holdId === undefined ? undefined : state.holds.get(holdId);
  const isHeld = hold !== undefined && isHeldBy(hold, wanted, clock.now);
  const onDay = 'windows' in terms ? { ...terms, windows: hoursOf(state, terms.windows), isHeld } : terms;
  const [problem] = timeProblems(wanted, onDay, clock);
  if (problem) throw broken(problem);
}

const REFUSALS: Readonly<Record<Obstacle['kind'], ProblemCode>> = {
  blocked: 'date-blocked',
  'time-blocked': 'time-blocked',
  taken: 'slot-taken',
  held: 'slot-taken',
};

/**
 * The time must be free. Visitors aren't told whether a part of a day is taken or blocked.
 *
 * @param own ids that don't count
 * @returns the releases of slots in the way that are given up
 */
function checkFree(
  state: AgendaState,
  wanted: WantedSlot,
  own: { bookingId?: string; holdId?: string | undefined },
  givenUp?: GivenUp,
): readonly AgendaEvent[] {
  const { terms, clock } = wanted;
  const obstacles = [...obstaclesTo(wanted, state, clock.now, own)];
  const releases = new Map<string, AgendaEvent>();
  const obstacle = obstacles.find((one) => {
    if (one.kind !== 'taken' || one.bookingId !== givenUp?.bookingId || !givenUp.has(one.id)) return true;
    releases.set(one.id, { type: 'SlotReleased', data: { slotId: one.id, bookingId: one.bookingId } });
    return false;
  });
  if (!obstacle) return [...releases.values()];
  const isHidden = terms.kind === 'public' && obstacle.kind === 'time-blocked';
  throw broken(isHidden ? 'slot-taken' : REFUSALS[obstacle.kind]);
}

/** Returns no event for a hold that is over. */
function dropHold(holdId: string, state: AgendaState): AgendaEvent[] {
  return state.holds.has(holdId) ? [{ type: 'SlotHoldDropped', data: { holdId } }] : [];
}

function decide(command: AgendaCommand, state: AgendaState): AgendaEvent[] {
  switch (command.kind) {
    case 'TakeSlot': {
      const { slotId, bookingId, fromHold, givenUp } = command;
      if (state.taken.has(slotId) || state.released.has(slotId)) throw broken('slot-id-used');
      checkTime(state, command, fromHold);
      const releases = checkFree(state, command, { bookingId, holdId: fromHold }, givenUp);
      const converts = fromHold !== undefined && state.holds.has(fromHold);
      return [
        ...releases,
        {
          type: 'SlotTaken',
          data: { slotId, bookingId, ...stretchOf(command), ...(converts ? { fromHold } : {}) },
        },
      ];
    }
    case 'ReleaseSlot': {
      const slot = state.taken.get(command.slotId);
      if (!slot) return [];
      return [{ type: 'SlotReleased', data: { slotId: command.slotId, bookingId: slot.bookingId } }];
    }
    case 'HoldSlot': {
      const { holdId, expiresAt, replaces } = command;
      checkTime(state, command, replaces);
      checkFree(state, command, { holdId: replaces });
      const held: AgendaEvent = { type: 'SlotHeld', data: { holdId, ...stretchOf(command), expiresAt } };
      return replaces === undefined ? [held] : [held, ...dropHold(replaces, state)];
    }
    case 'DropHold':
      return dropHold(command.holdId, state);
    default:
      return decideDay(command, state);
  }
}

/**
 * Tries of the same command may differ: each try to hold a time reads the clock again, a slot's id may depend on its booking, and the
 * catalogue may say other parts.
 */
function discriminatorOf({ type, data }: AgendaEvent): string | undefined {
  const withParts = (words: string, { parts }: Stretch) =>
    parts ? `${words} ${JSON.stringify(parts)}` : words;
  switch (type) {
    case 'SlotTaken':
      return withParts(data.slotId, data);
    case 'SlotReleased':
      return data.slotId;
    case 'SlotHeld':
      return withParts(`${data.end} ${data.expiresAt}`, data);
    default:
      return undefined;
  }
}

/** The result of holding a time. */
export interface HeldTime {
  readonly holdId: string;
  readonly expiresAt: string;
}

/** The streams of salon days. */
export type AgendaStreams = EventStreams<AgendaCommand, AgendaEvent, AgendaState, HeldTime | null>;

/** The dependencies of the commands on salon days. */
export interface AgendaDeps {
  readonly agendas: AgendaStreams;
  readonly timeZone: string;
  now(): Date;
}

/** The same with the weekly hours, for commands that depend on them. */
export interface AgendaAndHours extends AgendaDeps {
  /** Open windows of a weekday, 0 for Sunday. */
  windowsOn(dayOfWeek: number): readonly Interval[];
  startRules(): StartRules;
}

/** Decides about one salon day. It guarantees that slots of different bookings never overlap. */
export const agendaDecider: Decider<AgendaCommand, AgendaEvent, AgendaState, HeldTime | null, FoldedDay> = {
  streams: `${AGENDA}-`,
  eventTypes: agendaEventTypes,
  // The version counts only what staff decide about the day itself, since nobody changes a slot by the version of its day.
  uncounted: TIME_EVENTS,
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
