import type { WhyNotCode } from '../../../contracts/bookings/why-not.ts';
import type { ProblemCode } from '../../../contracts/problem.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { Stretch } from '../../../salon/parts.ts';
import type { Minutes } from '../../../salon/salon-time.ts';
import type { Interval } from '../../../salon/slots.ts';
import type { StartRules } from '../../../salon/starts.ts';
import { type DayClock, type Obstacle, obstaclesTo, timeProblems } from '../agenda/checks.ts';
import type { AgendaState } from '../agenda/state.ts';
import { bookingDecider } from '../appointment/decider.ts';
import type { BookingState } from '../appointment/state.ts';
import { isTooLong } from '../chosen-services.ts';
import { NOBODY } from '../notice/notice.ts';

/** A reason why a booking can't be at a time. */
export interface Reason {
  readonly code: WhyNotCode;
  /** It keeps only visitors from the time. */
  readonly staffMay: boolean;
  /** The block, the slot or the hold, if it is one of them. */
  readonly obstacle?: Obstacle;
}

/** A time for a booking, and what decides about it. */
export interface WantedTime {
  readonly slot: Stretch;
  readonly clock: DayClock;
  /** Open windows of the date, in order. */
  readonly windows: readonly Interval[];
  readonly rules: StartRules;
  /** Minutes of the longest single booking that the public may make. */
  readonly mostMinutes: Minutes;
  /** The booking that is moved; null for a new one. */
  readonly moved: { readonly id: string; readonly state: BookingState } | null;
}

/** A slot id that no booking has. */
const NO_SLOT = '00000000-0000-0000-0000-000000000000';

/** The rule by which the booking itself can't be moved to the time. */
function ofMoved({ slot, clock, moved }: WantedTime): readonly Reason[] {
  if (!moved) return [];
  try {
    bookingDecider.decide(
      {
        kind: 'RescheduleBooking',
        slot: { slotId: NO_SLOT, date: clock.date, ...slot },
        selfService: null,
        notice: NOBODY,
      },
      moved.state,
    );
    return [];
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    return [{ code: error.code as WhyNotCode, staffMay: false }];
  }
}

/** How a time lies outside the opening hours. */
function outsideCode({ slot, windows }: WantedTime): WhyNotCode {
  if (windows.length === 0) return 'closed';
  const beginsOpen = windows.some(({ start, end }) => start <= slot.start && slot.start < end);
  return beginsOpen ? 'ends-after-closing' : 'outside-hours';
}

function codeOf(problem: ProblemCode, wanted: WantedTime): WhyNotCode {
  switch (problem) {
    case 'not-offered':
      return outsideCode(wanted);
    case 'in-the-past':
      return 'past';
    default:
      return problem as WhyNotCode;
  }
}

function ofTime(wanted: WantedTime): readonly Reason[] {
  const { slot, windows, rules, clock, moved } = wanted;
  const within = { windows, rules };
  const forStaff = new Set(
    timeProblems(slot, moved ? { kind: 'move' } : { kind: 'staff', ...within }, clock),
  );
  const forVisitors = timeProblems(slot, { kind: 'public', ...within }, clock);
  return [...new Set([...forStaff, ...forVisitors])].map((problem) => ({
    code: codeOf(problem, wanted),
    staffMay: !forStaff.has(problem),
  }));
}

function ofDay({ slot, clock, moved }: WantedTime, day: AgendaState): readonly Reason[] {
  const obstacles = [...obstaclesTo(slot, day, clock.now, { bookingId: moved?.id })];
  return [...new Map(obstacles.map((obstacle) => [obstacle.id, obstacle])).values()].map((obstacle) => ({
    code: obstacle.kind,
    staffMay: false,
    obstacle,
  }));
}

/**
 * Every reason why an appointment can't be at a time, by the same rules by which bookings are decided. Without any, a visitor could
 * book it; if staff may despite all of them, staff could.
 */
export function reasonsAgainst(wanted: WantedTime, day: AgendaState): readonly Reason[] {
  const { slot, moved, mostMinutes } = wanted;
  const isLong = moved === null && isTooLong(slot.end - slot.start, mostMinutes);
  return [
    ...ofMoved(wanted),
    ...ofDay(wanted, day),
    ...ofTime(wanted),
    ...(isLong ? [{ code: 'booking-too-long', staffMay: true } as const] : []),
  ];
}
