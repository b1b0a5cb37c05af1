import type { WhyNotCode } from '../../../contracts/bookings/why-not.ts';
import type { ProblemCode } from '../../../contracts/problem.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { Minutes } from '../../../salon/salon-time.ts';
import { type Interval, liesWithin } from '../../../salon/slots.ts';
import type { StartRules } from '../../../salon/starts.ts';
import type { Stylist } from '../../../salon/team.ts';
import { type DayClock, type Obstacle, obstaclesTo, timeProblems } from '../agenda/checks.ts';
import type { Candidate } from '../agenda/decider.ts';
import { type AgendaState, hoursOf, windowsOf } from '../agenda/state.ts';
import { bookingDecider } from '../appointment/decider.ts';
import { isHandOver } from '../appointment/events.ts';
import type { Booked, BookingState } from '../appointment/state.ts';
import { isTooLong } from '../chosen-services.ts';
import { NOBODY } from '../notice/notice.ts';

/** A reason why a stylist doesn't take a booking at a time. */
export interface Reason {
  readonly code: WhyNotCode;
  /** It keeps only visitors from the time. */
  readonly staffMay: boolean;
  /** It is about this stylist alone. */
  readonly isTheirs?: boolean;
  /** The block, the slot or the hold, if it is one of them. */
  readonly obstacle?: Obstacle;
}

/** A time for a booking of one stylist, and what decides about it. */
export interface WantedTime {
  readonly stylist: Stylist;
  /** Names of the services that the stylist doesn't do. */
  readonly undone: readonly string[];
  readonly slot: Candidate;
  readonly clock: DayClock;
  /** The salon's weekly windows of the date's weekday, in order. */
  readonly weekly: readonly Interval[];
  readonly rules: StartRules;
  /** Minutes that the services take by the catalogue. */
  readonly minutes: Minutes;
  /** Minutes of the longest single booking that the public may make. */
  readonly mostMinutes: Minutes;
  /** The booking that is moved; null for a new one. */
  readonly moved: { readonly id: string; readonly state: BookingState & Booked } | null;
}

/** A slot id that no booking has. */
const NO_SLOT = '00000000-0000-0000-0000-000000000000';

/** The rule by which the booking itself can't be moved to the time. */
function ofMoved({ slot: { ownWindows: _, ...slot }, clock, moved }: WantedTime): readonly Reason[] {
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

/** The reasons for which the stylist isn't asked at all, or by visitors not. */
function stylistReasons({ stylist, undone }: WantedTime): readonly Reason[] {
  const { isActive, isOnline } = stylist;
  return [
    ...(isActive ? [] : [{ code: 'stylist-inactive', staffMay: false, isTheirs: true } as const]),
    ...(undone.length === 0 ? [] : [{ code: 'service-not-done', staffMay: false, isTheirs: true } as const]),
    ...(isOnline || !isActive ? [] : [{ code: 'not-online', staffMay: true, isTheirs: true } as const]),
  ];
}

/** The windows that a time lies outside of: the salon's, or only the stylist's within them. */
function outsideOf(
  { slot, weekly, stylist }: WantedTime,
  day: AgendaState,
): { readonly windows: readonly Interval[]; readonly isTheirs: boolean } {
  const salon = hoursOf(day, weekly);
  const isTheirs = liesWithin(slot, salon);
  return { windows: isTheirs ? windowsOf(day, weekly, stylist.id, slot.ownWindows) : salon, isTheirs };
}

/** How a time lies outside the hours. */
function outsideReason(wanted: WantedTime, day: AgendaState): Pick<Reason, 'code' | 'isTheirs'> {
  const { slot } = wanted;
  const { windows, isTheirs } = outsideOf(wanted, day);
  if (windows.length === 0) return { code: isTheirs ? 'stylist-off' : 'closed', isTheirs };
  const beginsOpen = windows.some(({ start, end }) => start <= slot.start && slot.start < end);
  return { code: beginsOpen ? 'ends-after-closing' : 'outside-hours', isTheirs };
}

function reasonOf(
  problem: ProblemCode,
  wanted: WantedTime,
  day: AgendaState,
): Pick<Reason, 'code' | 'isTheirs'> {
  if (problem === 'not-offered') return outsideReason(wanted, day);
  return { code: problem === 'in-the-past' ? 'past' : (problem as WhyNotCode) };
}

function ofTime(wanted: WantedTime, day: AgendaState): readonly Reason[] {
  const { slot, stylist, weekly, rules, clock, moved } = wanted;
  const within = {
    windows: hoursOf(day, weekly),
    stylistWindows: windowsOf(day, weekly, stylist.id, slot.ownWindows),
    rules,
  };
  const isHandedOver = moved !== null && isHandOver({ ...slot, date: clock.date, from: moved.state.slot });
  // An appointment is handed over even if it has begun.
  const moving = { kind: isHandedOver ? 'any-time' : 'move' } as const;
  const forStaff = new Set(timeProblems(slot, moved ? moving : { kind: 'staff', ...within }, clock));
  const forVisitors = timeProblems(slot, { kind: 'public', ...within }, clock);
  return [...new Set([...forStaff, ...forVisitors])].map((problem) => ({
    ...reasonOf(problem, wanted, day),
    staffMay: !forStaff.has(problem),
  }));
}

function ofDay({ slot, clock, moved }: WantedTime, day: AgendaState): readonly Reason[] {
  const obstacles = [...obstaclesTo(slot, day, clock.now, { bookingId: moved?.id })];
  return [...new Map(obstacles.map((obstacle) => [obstacle.id, obstacle])).values()].map((obstacle) => ({
    code: obstacle.kind,
    staffMay: false,
    isTheirs:
      obstacle.kind === 'time-blocked' ? obstacle.resource !== undefined : obstacle.kind !== 'blocked',
    obstacle,
  }));
}

/**
 * Every reason why an appointment can't be at a time of a stylist, by the same rules by which bookings are decided. Without any, a visitor
 * could book it; if staff may despite all of them, staff could.
 */
export function reasonsAgainst(wanted: WantedTime, day: AgendaState): readonly Reason[] {
  const { moved, minutes, mostMinutes } = wanted;
  const isLong = moved === null && isTooLong(minutes, mostMinutes);
  const stylist = stylistReasons(wanted);
  const isAsked = stylist.every(({ staffMay }) => staffMay);
  return [
    ...ofMoved(wanted),
    ...stylist,
    ...(isAsked ? [...ofDay(wanted, day), ...ofTime(wanted, day)] : []),
    ...(isLong ? [{ code: 'booking-too-long', staffMay: true } as const] : []),
  ];
}
