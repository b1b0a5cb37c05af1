import type { ProblemCode } from './problem.ts';

/**
 * Refusals that mean that somebody else has the time, or that it is blocked. They aren't in `problem.ts`, so that screens that need
 * only these don't load the texts of all problems.
 */
const TIME_GIVEN_AWAY = ['slot-taken', 'date-blocked', 'time-blocked'] as const;

export const isTimeGivenAway = (code: string): boolean =>
  (TIME_GIVEN_AWAY as readonly string[]).includes(code);

/** Reasons why a stylist who is asked for, or anyone, doesn't take a new appointment. */
export const STYLIST_PROBLEMS = [
  'unknown-stylist',
  'stylist-unavailable',
  'nobody-does-all',
] as const satisfies readonly ProblemCode[];

/** Reasons why visitors can't take or hold a time. Visitors see a blocked part of a day as taken. */
export const TIME_PROBLEMS = [
  'slot-taken',
  'date-blocked',
  'not-offered',
  'off-grid',
  'too-short-notice',
  'time-skipped',
  'in-the-past',
  'too-far-ahead',
] as const satisfies readonly ProblemCode[];

/** Reasons why staff can't take a time. They may take times outside opening hours. */
export const STAFF_TIME_PROBLEMS = [
  ...TIME_GIVEN_AWAY,
  'past-midnight',
  'time-skipped',
  'in-the-past',
  'too-far-ahead',
] as const satisfies readonly ProblemCode[];

/** Reasons why staff can't take a time for a new booking. */
export const STAFF_BOOKING_TIME_PROBLEMS = [
  ...STAFF_TIME_PROBLEMS,
  'outside-staff-times',
  'off-five-minutes',
] as const satisfies readonly ProblemCode[];
