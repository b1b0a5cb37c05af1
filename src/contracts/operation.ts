import type { z } from 'zod';
import type { Area } from './accounts/areas.ts';
import type { Callable } from './accounts/roles.ts';
import type { ProblemCode } from './problem.ts';

/** The callers of an operation: anybody, the holder of a booking's private link, a signed-in user, an administrator. */
export type CallerKind = 'public' | 'link' | 'user' | 'admin';

/** Media types of responses that aren't JSON. */
type FileType = 'text/calendar' | StreamedType;
export type StreamedType = 'text/csv' | 'text/event-stream';

/** The successful response: JSON of this shape, a file or stream, or nothing. */
export type Answer =
  | {
      readonly status: 200 | 201;
      readonly body: z.ZodType;
      /** The media type of the JSON; `application/json` if left out. */
      readonly type?: string;
      /** Headers that only this response has, each with its description. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly status: 200; readonly body: FileType }
  | { readonly status: 204 };

/**
 * The definition of one operation of the HTTP interface. The server mounts it (`http/operation/operation.ts`), and the browser
 * calls it (`web/api.ts`). OpenAPI, the 405 responses, the guard and the tests of rights are made from the same definitions.
 */
export type Operation = Definition & (OfStaff | OfOthers);

interface OfStaff {
  readonly caller: 'admin';
  /** The people who may call it. `all` needs answers that show a stylist nothing of others (`src/http/operation/sight.ts`). */
  readonly roles: Callable;
  /** The area whose API keys open it, by what it tells or changes. Null if no key opens it, but only somebody who is signed in. */
  readonly area: Area | null;
}

interface OfOthers {
  readonly caller: Exclude<CallerKind, 'admin'>;
  readonly area?: undefined;
  readonly roles?: undefined;
}

interface Definition {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Such as `/api/holds/{id}`. Variable parts are in braces, and `params` describes each of them. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType;
  /** Headers that only this operation has, named in small letters. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Set if the body is a file and not JSON. It is read only after the caller's right to send it is checked. */
  readonly upload?: {
    /** The media types that it may have. */
    readonly types: readonly string[];
    readonly mostBytes: number;
    /** Milliseconds within which it has to arrive. */
    readonly arrivalMs: number;
  };
  readonly answer: Answer;
  /**
   * Name of the command that the operation runs. The name is part of the command's identity (docs/event-model.md, "Identities").
   * Such an operation accepts `Idempotency-Key`, and also `If-Match` if it changes something that exists.
   */
  readonly command?: string;
  /** True if the command is refused without the version that its sender has seen, in `If-Match`. */
  readonly needsVersion?: true;
  /** True if the operation reads read models. It then accepts `?after=<position>`. */
  readonly isProjected?: true;
  /**
   * Set if the operation can be asked how things stood, by `?at=<position>` or `?as_of=<instant>`. With `always`, an answer is of a
   * moment also when neither is given: of the position that its read models have reached.
   */
  readonly moment?: 'if asked' | 'always';
  /**
   * True if the answer is the same for all visitors, and depends only on the read models, the path, the query and the minute. The
   * server then keeps the answer until an event may have changed it.
   */
  readonly isShared?: true;
  /** True if anybody may call it but the response has a secret or personal data, as for a look-up by a secret code. */
  readonly isSecret?: true;
  /** True if it takes many times the work of other queries. It then counts against a limit per network address. */
  readonly isCostly?: true;
  /** True if it makes a file that may be large. Each person and each API key gets two at a time; further ones wait. */
  readonly isDownload?: true;
  /**
   * True if the answer may wait long for something to happen. The handler gets a signal, as for a streamed answer, and the caller is
   * checked again before the answer is sent.
   */
  readonly waits?: true;
  /** After this many milliseconds the caller gets 503; 5 000 when left out. */
  readonly deadlineMs?: number;
  /** Problems that only this operation has. Those that follow from the rest of the definition are added (`operation-rules.ts`). */
  readonly problems?: readonly ProblemCode[];
}

/** Keeps the literal types of a definition; the types of requests and responses are derived from them. */
export const defineOperation = <const Defined extends Operation>(definition: Defined): Defined => definition;

/**
 * Whether caches must not store the response, and other sites must not get the URL. True for everything except a query that
 * anybody may send.
 */
export const isPrivate = ({ caller, command, isSecret }: Operation): boolean =>
  caller !== 'public' || command !== undefined || isSecret === true;

/** The kinds of calls that are limited per network address. Each kind is counted separately. */
export type AddressLimit = 'writes and secrets' | 'costly queries';

/** The limit that a call counts against. Undefined if it counts against none. */
export function addressLimitOf(operation: Operation): AddressLimit | undefined {
  if (operation.isCostly) return 'costly queries';
  const { caller } = operation;
  return isPrivate(operation) && (caller === 'public' || caller === 'link')
    ? 'writes and secrets'
    : undefined;
}
