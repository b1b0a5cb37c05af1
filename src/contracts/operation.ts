import { z } from 'zod';
import { PositionField, UuidField } from './fields.ts';
import type { ProblemCode } from './problem.ts';

/** Who may call an operation: anybody, the holder of a booking's private link, a signed-in user, an administrator. */
export type CallerKind = 'public' | 'link' | 'user' | 'admin';

/** What a successful call answers with: JSON of this shape, a calendar file, or nothing. */
export type Answer =
  | { readonly status: 200 | 201; readonly body: z.ZodType }
  | { readonly status: 200; readonly body: 'text/calendar' }
  | { readonly status: 204 };

/**
 * One operation of the HTTP interface, as a value: the server mounts it (`http/operation.ts`), the browser calls it
 * (`web/api.ts`), and OpenAPI, the 405 responses, the guard and the tests of rights walk the same values.
 */
export interface Operation {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Variable parts in braces, each described by `params`: `/api/holds/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly caller: CallerKind;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: Answer;
  /**
   * Name of the command it runs, part of the command's identity (protocol: Identity). Such an operation takes
   * `Idempotency-Key`, and `If-Match` on something that exists.
   */
  readonly command?: string;
  /** Answers from read models, and so takes `?after=<position>`. */
  readonly isProjected?: true;
  /** The answer holds a secret or personal data although anybody may call it, such as a look-up by a secret code. */
  readonly isSecret?: true;
  /** After this many milliseconds the caller gets 503; 5 000 when left out. */
  readonly deadlineMs?: number;
  /** Refusals of its own; `problemsOf` adds those that follow from the rest of the definition. */
  readonly problems?: readonly ProblemCode[];
}

/** Keeps the literal types of a definition, from which the types of requests and answers are derived. */
export const defineOperation = <const Definition extends Operation>(definition: Definition): Definition =>
  definition;

/** Kept by no cache and told to no other site: whatever isn't meant for everybody, and every command. */
export const isPrivate = ({ caller, command, isSecret }: Operation): boolean =>
  caller !== 'public' || command !== undefined || isSecret === true;

/** Counted by the limit per network address: public writes, and look-ups of secrets. */
export const isLimitedByAddress = (operation: Operation): boolean =>
  isPrivate(operation) && (operation.caller === 'public' || operation.caller === 'link');

/** Query parameters that follow from the kind of operation, beside its own. */
export const AfterQuery = z.object({ after: PositionField.optional() });
export const LinkQuery = z.object({
  /** Names the booking besides the token; another one than the token's is not found. */
  booking_id: UuidField.optional(),
});

/** The query's parts, in the order in which they are described. */
export function queriesOf({ caller, isProjected, query }: Operation): readonly z.ZodType[] {
  return [query, caller === 'link' ? LinkQuery : undefined, isProjected && AfterQuery].filter(
    (part) => part !== undefined,
  );
}

const CALLER_PROBLEMS = {
  public: [],
  link: ['unauthorized', 'booking-not-found'],
  user: ['unauthorized'],
  admin: ['unauthorized', 'forbidden'],
} as const satisfies Record<CallerKind, readonly ProblemCode[]>;

/** Every way in which a call can be refused, each once. */
export function problemsOf(operation: Operation): readonly ProblemCode[] {
  const { caller, command, params, body, isProjected, problems = [] } = operation;
  const takesInput = params || body || command || queriesOf(operation).length > 0;
  const derived: readonly (false | readonly ProblemCode[])[] = [
    takesInput ? ['validation-failed'] : [],
    problems,
    CALLER_PROBLEMS[caller],
    command !== undefined && ['idempotency-key-reused', 'stale'],
    isLimitedByAddress(operation) && ['too-many-requests'],
    (isProjected === true || command !== undefined) && ['unavailable'],
  ];
  return [...new Set(derived.flatMap((codes) => codes || []))];
}
