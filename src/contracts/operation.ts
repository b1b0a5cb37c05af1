import { z } from 'zod';
import { PositionField, UuidField } from './fields.ts';
import type { ProblemCode } from './problem.ts';

/** Who may call an operation: anybody, the holder of a booking's private link, a signed-in user, an administrator. */
export type CallerKind = 'public' | 'link' | 'user' | 'admin';

/** Media types of responses that aren't JSON. */
type FileType = 'text/calendar' | StreamedType;
export type StreamedType = 'text/csv' | 'text/event-stream';

/** The successful response: JSON of this shape, a file or stream, or nothing. */
export type Answer =
  | { readonly status: 200 | 201; readonly body: z.ZodType }
  | { readonly status: 200; readonly body: FileType }
  | { readonly status: 204 };

/**
 * One operation of the HTTP interface, as a value: the server mounts it (`http/operation/operation.ts`), the browser calls it
 * (`web/api.ts`), and OpenAPI, the 405 responses, the guard and the tests of rights are made from the same values.
 */
export interface Operation {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Variable parts in braces, each described by `params`: `/api/holds/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly caller: CallerKind;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType;
  /** Headers of its own, named in small letters. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: Answer;
  /**
   * Name of the command it runs, part of the command's identity (docs/event-model.md, "Identities"). Such an operation takes
   * `Idempotency-Key`, and `If-Match` on something that exists.
   */
  readonly command?: string;
  /** Reads read models, and so takes `?after=<position>`. */
  readonly isProjected?: true;
  /**
   * The answer is the same for all its callers, and follows from the read models, the path, the query and the minute alone: so it
   * may be kept until an event may have changed it.
   */
  readonly isShared?: true;
  /** The response has a secret or personal data although anybody may call it, such as a look-up by a secret code. */
  readonly isSecret?: true;
  /** It takes many times the work of other queries, and so counts against a limit per network address. */
  readonly isCostly?: true;
  /** After this many milliseconds the caller gets 503; 5 000 when left out. */
  readonly deadlineMs?: number;
  /** Problems of its own; `problemsOf` adds those that follow from the rest of the definition. */
  readonly problems?: readonly ProblemCode[];
}

/** Keeps the literal types of a definition, from which the types of requests and responses are derived. */
export const defineOperation = <const Definition extends Operation>(definition: Definition): Definition =>
  definition;

/** Whether caches must not store it, nor other sites get its address: true unless it is a query for everybody. */
export const isPrivate = ({ caller, command, isSecret }: Operation): boolean =>
  caller !== 'public' || command !== undefined || isSecret === true;

/** What is limited per network address, each kind by a count of its own. */
export type AddressLimit = 'writes and secrets' | 'costly queries';

/** The limit that a call counts against: public writes and look-ups of secrets do, and costly queries apart from them. */
export function addressLimitOf(operation: Operation): AddressLimit | undefined {
  if (operation.isCostly) return 'costly queries';
  const { caller } = operation;
  return isPrivate(operation) && (caller === 'public' || caller === 'link')
    ? 'writes and secrets'
    : undefined;
}

/** Query parameters that follow from the kind of operation, besides its own. */
export const AfterQuery = z.object({ after: PositionField.optional() });
export const LinkQuery = z.object({
  /** Optional, since the token names the booking already; another booking than the token's isn't found. */
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
  user: ['sign-in-required', 'second-factor-required'],
  admin: ['sign-in-required', 'second-factor-required', 'stronger-password-required', 'forbidden'],
} as const satisfies Record<CallerKind, readonly ProblemCode[]>;

/** Every way in which a call can be refused, each once. */
export function problemsOf(operation: Operation): readonly ProblemCode[] {
  const { caller, command, params, body, isProjected, problems = [] } = operation;
  const takesInput = params || body || command || queriesOf(operation).length > 0;
  const derived: readonly (false | readonly ProblemCode[])[] = [
    takesInput ? ['validation-failed'] : [],
    body !== undefined && ['malformed-body', 'payload-too-large', 'unsupported-media-type'],
    problems,
    CALLER_PROBLEMS[caller],
    command !== undefined && ['idempotency-key-reused', 'stale'],
    addressLimitOf(operation) !== undefined && ['too-many-requests'],
    (isProjected === true || command !== undefined) && ['unavailable'],
    command !== undefined && ['unreadable-record'],
  ];
  return [...new Set(derived.flatMap((codes) => codes || []))];
}
