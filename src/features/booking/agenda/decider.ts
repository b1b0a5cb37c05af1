import type { ProblemCode } from '../../../contracts/problem.ts';
import type { Decider } from '../../../eventsourcing/streams/decider.ts';
import type { EventStreams } from '../../../eventsourcing/streams/event-streams.ts';
import { type Stretch, stretchOf, stylistOf } from '../../../salon/parts.ts';
import { DAY_MINUTES } from '../../../salon/salon-time.ts';
import { type Interval, liesWithin } from '../../../salon/slots.ts';
import { isHeldBy, type StartRules } from '../../../salon/starts.ts';
import type { Stylist, StylistChoice } from '../../../salon/team.ts';
import { broken } from '../../rule-broken.ts';
import { type BookingTerms, type DayClock, type Obstacle, obstaclesTo, timeProblems } from './checks.ts';
import { type DayCommand, decideDay } from './day-decisions.ts';
import { AGENDA, type AgendaEvent, agendaEventTypes, TIME_EVENTS } from './events.ts';
import { type AgendaState, emptyDay, evolve, type FoldedDay, hoursOf, windowsOf } from './state.ts';

/** A stylist who may take a time, with the time as it would be theirs. */
export interface Candidate extends Stretch {
  /** Their own windows of the date's weekday; null where the salon's count. */
  readonly ownWindows: readonly Interval[] | null;
}

/** A time that somebody wants to take or to hold: of one stylist, or of any of several. */
export interface WantedTime {
  /** In the salon's order; at least one. */
  readonly candidates: readonly Candidate[];
  readonly choice: StylistChoice;
  readonly terms: BookingTerms;
  readonly clock: DayClock;
}

/** The booking whose slots don't count as taken, and the hold of the visitor who asks. */
interface Own {
  readonly bookingId?: string;
  readonly holdId?: string | undefined;
}

/** Says of a booking's slots whether it gives them up. */
export interface GivenUp {
  readonly bookingId: string;
  has(slotId: string): boolean;
}

export type AgendaCommand =
  | (WantedTime & {
      readonly kind: 'TakeSlot';
      readonly slotId: string;
      readonly bookingId: string;
      readonly fromHold?: string | undefined;
      /** Slots of another booking that it has given up, or is about to. Those in the way are released with the same append. */
      readonly givenUp?: GivenUp | undefined;
    })
  | { readonly kind: 'ReleaseSlot'; readonly slotId: string }
  | (WantedTime & {
      readonly kind: 'HoldSlot';
      readonly holdId: string;
      readonly expiresAt: string;
      /** An earlier hold of the same browser. The new hold may overlap it, and ends it. */
      readonly replaces?: string | undefined;
    })
  | { readonly kind: 'DropHold'; readonly holdId: string }
  | DayCommand;

const REFUSALS: Readonly<Record<Obstacle['kind'], ProblemCode>> = {
  blocked: 'date-blocked',
  'time-blocked': 'time-blocked',
  taken: 'slot-taken',
  held: 'slot-taken',
};

/** The first rule about the time itself that a candidate breaks. */
function timeProblem(
  state: AgendaState,
  candidate: Candidate,
  { terms, clock }: WantedTime,
  { holdId }: Own,
): ProblemCode | undefined {
  const hold = holdId === undefined ? undefined : state.holds.get(holdId);
  const stylist = stylistOf(candidate);
  const isHeld = hold !== undefined && stylistOf(hold) === stylist && isHeldBy(hold, candidate, clock.now);
  const onDay =
    terms.kind === 'public' || terms.kind === 'staff'
      ? {
          ...terms,
          windows: hoursOf(state, terms.windows),
          stylistWindows: windowsOf(state, terms.windows, stylist, candidate.ownWindows),
          isHeld,
        }
      : terms;
  const [problem] = timeProblems(candidate, onDay, clock);
  return problem;
}

/**
 * Whether a candidate is free. Visitors aren't told whether a part of a day is taken or blocked.
 *
 * @returns the reason why not, or the releases of slots in the way that are given up
 */
function freed(
  state: AgendaState,
  candidate: Candidate,
  { terms, clock }: WantedTime,
  own: Own,
  givenUp: GivenUp | undefined,
): ProblemCode | readonly AgendaEvent[] {
  const releases = new Map<string, AgendaEvent>();
  for (const obstacle of obstaclesTo(candidate, state, clock.now, own)) {
    const { kind, id } = obstacle;
    if (kind === 'taken' && obstacle.bookingId === givenUp?.bookingId && givenUp.has(id)) {
      releases.set(id, { type: 'SlotReleased', data: { slotId: id, bookingId: obstacle.bookingId } });
      continue;
    }
    return terms.kind === 'public' && kind === 'time-blocked' ? 'slot-taken' : REFUSALS[kind];
  }
  return [...releases.values()];
}

/** Minutes that bookings have taken of each stylist, without those of one booking. */
function takenMinutes({ taken }: AgendaState, { bookingId }: Own): ReadonlyMap<string, number> {
  const minutes = new Map<string, number>();
  for (const slot of taken.values()) {
    if (slot.bookingId === bookingId) continue;
    for (const { resource, start, end } of slot.parts)
      minutes.set(resource, (minutes.get(resource) ?? 0) + end - start);
  }
  return minutes;
}

/**
 * The candidates as they are preferred: first the stylist of the visitor's own hold, then those who work at that time, since staff may book
 * outside the hours, then by the salon's choice, ties by its order.
 */
function preferred(state: AgendaState, { candidates, choice, terms, clock }: WantedTime, own: Own) {
  if (candidates.length === 1) return candidates;
  const hold = own.holdId === undefined ? undefined : state.holds.get(own.holdId);
  const held = hold && new Date(hold.expiresAt) > clock.now ? stylistOf(hold) : undefined;
  const minutes = choice === 'fewest_minutes' ? takenMinutes(state, own) : undefined;
  const isOff = (candidate: Candidate) =>
    terms.windows !== undefined &&
    !liesWithin(candidate, windowsOf(state, terms.windows, stylistOf(candidate), candidate.ownWindows));
  const rank = (candidate: Candidate) => {
    const stylist = stylistOf(candidate);
    if (stylist === held) return -1;
    return (minutes?.get(stylist) ?? 0) + (isOff(candidate) ? DAY_MINUTES * 2 : 0);
  };
  return [...candidates].sort((one, other) => rank(one) - rank(other));
}

/**
 * The preferred one of the free candidates.
 *
 * @returns their time, and the releases of slots in the way that are given up
 * @throws RuleBroken `slot-taken` if the time of any is only taken, otherwise the first one's reason
 */
function choose(
  state: AgendaState,
  wanted: WantedTime,
  own: Own,
  givenUp?: GivenUp,
): { readonly time: Stretch; readonly releases: readonly AgendaEvent[] } {
  const problems = new Map<Candidate, ProblemCode>();
  for (const candidate of preferred(state, wanted, own)) {
    const judged =
      timeProblem(state, candidate, wanted, own) ?? freed(state, candidate, wanted, own, givenUp);
    if (typeof judged !== 'string') return { time: stretchOf(candidate), releases: judged };
    problems.set(candidate, judged);
  }
  const [first] = wanted.candidates;
  const reasons = [...problems.values()];
  const problem = reasons.find((reason) => reason === 'slot-taken') ?? (first && problems.get(first));
  if (!problem) throw new Error('a time is wanted of nobody');
  throw broken(problem);
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
      const { time, releases } = choose(state, command, { bookingId, holdId: fromHold }, givenUp);
      const converts = fromHold !== undefined && state.holds.has(fromHold);
      return [
        ...releases,
        {
          type: 'SlotTaken',
          data: { slotId, bookingId, ...time, ...(converts ? { fromHold } : {}) },
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
      const { time } = choose(state, command, { holdId: replaces });
      const held: AgendaEvent = { type: 'SlotHeld', data: { holdId, ...time, expiresAt } };
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
  /** The stylist whose time it is. */
  readonly stylistId: string;
}

/** The streams of salon days. */
export type AgendaStreams = EventStreams<AgendaCommand, AgendaEvent, AgendaState, HeldTime | null>;

/** The dependencies of the commands on salon days. */
export interface AgendaDeps {
  readonly agendas: AgendaStreams;
  readonly timeZone: string;
  now(): Date;
}

/** The same with the weekly hours and the stylists, for commands that depend on them. */
export interface AgendaAndHours extends AgendaDeps {
  /** Open windows of a weekday, 0 for Sunday. */
  windowsOn(dayOfWeek: number): readonly Interval[];
  startRules(): StartRules;
  /** All stylists in the salon's order, active or not. */
  stylists(): readonly Stylist[];
  /** How one of them is chosen where the customer wishes for none. */
  stylistChoice(): StylistChoice;
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
    return { holdId, expiresAt, stylistId: stylistOf(event.data) };
  },
};
