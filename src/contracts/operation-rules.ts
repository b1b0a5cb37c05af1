import { z } from 'zod';
import { boundedText, PositionField, UuidField } from './fields.ts';
import { addressLimitOf, type CallerKind, type Operation } from './operation.ts';
import type { ProblemCode } from './problem.ts';

/** Rules that follow from the definition of an operation. It is a module of its own, since browsers need the definitions alone. */

/** Query parameters that follow from the kind of an operation. It may have others of its own. */
export const AfterQuery = z.object({ after: PositionField.optional() });
export const LinkQuery = z.object({
  /** Optional, since the token already names the booking. Any other booking than the token's is answered as not found. */
  booking_id: UuidField.optional(),
});

const INSTANT = 'Must be an instant such as 2026-11-23T18:00:00Z.';

/** An instant, with its offset from UTC. It is converted to UTC with milliseconds, so that instants can be compared as texts. */
const InstantField = boundedText(40, INSTANT)
  .check(z.iso.datetime({ offset: true, error: INSTANT }))
  .transform((text) => new Date(text).toISOString())
  // Another year than one of four digits, to which an offset may lead, couldn't be compared as a text.
  .refine((instant) => /^\d{4}-/.test(instant), INSTANT);

/** Query parameters of an operation that can be asked how things stood. */
export const MomentQuery = z
  .object({
    /** A position of the log: everything up to it, and the event at it. */
    at: PositionField.optional(),
    /** An instant: everything before the first event that is recorded as later. */
    as_of: InstantField.optional(),
  })
  .refine(({ at, as_of }) => at === undefined || as_of === undefined, {
    path: ['as_of'],
    error: 'Give `at` or `as_of`, not both.',
  });

/** The schemas that together describe an operation's query, in the order of their description. */
export function queriesOf({ caller, isProjected, moment, query }: Operation): readonly z.ZodType[] {
  return [
    query,
    caller === 'link' ? LinkQuery : undefined,
    isProjected && AfterQuery,
    moment && MomentQuery,
  ].filter((part) => part !== undefined);
}

const CALLER_PROBLEMS = {
  public: [],
  link: ['unauthorized', 'booking-not-found', 'booking-being-recorded'],
  user: ['sign-in-required', 'second-factor-required'],
  admin: ['sign-in-required', 'second-factor-required', 'stronger-password-required', 'forbidden'],
} as const satisfies Record<CallerKind, readonly ProblemCode[]>;

const KEY_PROBLEMS = [
  'api-key-invalid',
  'not-for-this-key',
  'too-many-requests',
] as const satisfies readonly ProblemCode[];

/** All problems with which a call can be refused, each one once. */
export function problemsOf(operation: Operation): readonly ProblemCode[] {
  const { caller, area, command, params, body, upload, isProjected, problems = [] } = operation;
  const takesInput = params || body || command || queriesOf(operation).length > 0;
  const derived: readonly (false | readonly ProblemCode[])[] = [
    takesInput ? ['validation-failed'] : [],
    body !== undefined && ['malformed-body', 'payload-too-large', 'unsupported-media-type'],
    upload !== undefined && [
      'malformed-body',
      'payload-too-large',
      'unsupported-media-type',
      'request-timeout',
    ],
    problems,
    CALLER_PROBLEMS[caller],
    area != null && KEY_PROBLEMS,
    command !== undefined && ['idempotency-key-reused', 'stale'],
    operation.needsVersion === true && ['version-required'],
    addressLimitOf(operation) !== undefined && ['too-many-requests'],
    (isProjected === true || command !== undefined) && ['unavailable'],
    command !== undefined && ['unreadable-record'],
  ];
  return [...new Set(derived.flatMap((codes) => codes || []))];
}
