import type { ProblemCode } from '../../../contracts/problem.ts';
import { collide, type Part, partsOf, type Stretch } from '../../../salon/parts.ts';
import {
  DAY_MINUTES,
  instantOf,
  isPast,
  lastBookableDate,
  type SalonDate,
  salonDate,
} from '../../../salon/salon-time.ts';
import { type Interval, liesWithin } from '../../../salon/slots.ts';
import {
  isForStaff,
  isOffered,
  leavesNotice,
  type StartRules,
  TYPED_EVERY_MINUTES,
} from '../../../salon/starts.ts';
import { type AgendaState, colliding } from './state.ts';

/**
 * Which times may be taken. `public`: only within opening hours. `staff`: a new appointment also outside of them, at the starts of a list;
 * today also at those that have begun. `walk-in`: somebody who is there, from a time of today until now. `move`: staff may move an
 * appointment to any time of day. `any-time`: even a time in the past, for an appointment that an undo or a new length keeps there, or that
 * was cancelled as a no-show by mistake.
 *
 * A command brings the weekly windows of the date's weekday along. If the date has hours of its own, these count instead. The grid of
 * starts counts from the salon's windows for every stylist.
 */
export type BookingTerms =
  | {
      readonly kind: 'public' | 'staff';
      readonly windows: readonly Interval[];
      /** The windows in which the stylist works; the salon's if left out. */
      readonly stylistWindows?: readonly Interval[];
      readonly rules: StartRules;
      /** The visitor holds exactly this time, and keeps the grid and the notice by which it was offered. */
      readonly isHeld?: boolean;
    }
  | {
      readonly kind: 'walk-in' | 'move' | 'any-time';
      /** These windows refuse nothing: among several stylists one who works then is only preferred. */
      readonly windows?: readonly Interval[];
    };

/** The salon day, and the time of the decision. */
export interface DayClock {
  readonly date: SalonDate;
  readonly timeZone: string;
  readonly now: Date;
}

/** Makes the clocks of days. */
export const dayClocks =
  ({ timeZone, now }: { readonly timeZone: string; now(): Date }) =>
  (date: SalonDate): DayClock => ({ date, timeZone, now: now() });

/** The rules about the time itself that it breaks. They don't depend on what is already taken. */
export function* timeProblems(
  slot: Interval,
  terms: BookingTerms,
  { date, timeZone, now }: DayClock,
): Generator<ProblemCode, void> {
  const startsAt = instantOf(date, slot.start, timeZone);
  if (startsAt === null) yield 'time-skipped';
  if (slot.start >= slot.end) yield 'not-offered';
  // Staff may take times outside opening hours, so "not offered" would tell them nothing.
  if (slot.end > DAY_MINUTES) yield terms.kind === 'public' ? 'not-offered' : 'past-midnight';
  if (terms.kind === 'any-time') return;
  const today = salonDate(now, timeZone);
  const isOver = isPast(date, slot.start, now, timeZone);
  if (terms.kind === 'walk-in') {
    if (date !== today || !isOver || slot.start % TYPED_EVERY_MINUTES !== 0) yield 'not-a-walk-in-time';
    return;
  }
  if (isOver && !(terms.kind === 'staff' && date === today)) yield 'in-the-past';
  if (date > lastBookableDate(today)) yield 'too-far-ahead';
  if (terms.kind !== 'public' && terms.kind !== 'staff') return;
  const { kind, windows, stylistWindows = windows, rules, isHeld = false } = terms;
  if (kind === 'staff') {
    if (!isForStaff(slot, windows, rules))
      yield rules.staff_any_five_minutes ? 'off-five-minutes' : 'outside-staff-times';
    return;
  }
  if (!liesWithin(slot, stylistWindows)) yield 'not-offered';
  else if (!isHeld && !isOffered(slot, windows, rules)) yield 'off-grid';
  if (!isHeld && !isOver && startsAt && !leavesNotice(startsAt.getTime(), rules.notice_minutes, now))
    yield 'too-short-notice';
}

/** The reason why a time isn't free: the date or a part of it is blocked, the time is taken by a booking, or a visitor holds it. */
export type Obstacle =
  | { readonly kind: 'blocked'; readonly id: string }
  | (Occupied & {
      readonly kind: 'time-blocked';
      readonly id: string;
      readonly resource?: string | undefined;
    })
  | (Occupied & { readonly kind: 'taken'; readonly id: string; readonly bookingId: string })
  | (Occupied & { readonly kind: 'held'; readonly id: string; readonly expiresAt: string });

type Occupied = Interval & { readonly parts: readonly Part[] };

/**
 * Everything that makes a time unfree: blocks, slots of other bookings, and other holds that haven't expired. The same slot or hold
 * may come several times.
 *
 * @param own the booking whose slots don't count, and the hold that doesn't count; blocks always count
 */
export function* obstaclesTo(
  slot: Stretch,
  day: AgendaState,
  now: Date,
  own: { readonly bookingId?: string | undefined; readonly holdId?: string | undefined },
): Generator<Obstacle, void> {
  if (day.blockId !== null) yield { kind: 'blocked', id: day.blockId };
  const parts = partsOf(slot);
  for (const [id, block] of day.blockedTimes)
    if (collide(block.parts, parts)) yield { kind: 'time-blocked', id, ...block };
  for (const [id, taken] of colliding(day.taken, day.takenIn, parts)) {
    if (taken.bookingId !== own.bookingId) yield { kind: 'taken', id, ...taken };
  }
  for (const [id, hold] of colliding(day.holds, day.heldIn, parts)) {
    if (id !== own.holdId && new Date(hold.expiresAt) > now) yield { kind: 'held', id, ...hold };
  }
}
