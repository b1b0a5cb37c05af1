import type { z } from 'zod';
import type { Change } from '../src/contracts/change.ts';
import type { Operation } from '../src/contracts/operation.ts';
import type { AfterQuery, LinkQuery, MomentQuery } from '../src/contracts/operation-rules.ts';
import { Problem, type ProblemCode } from '../src/contracts/problem.ts';
import { hearServerTime } from './ui/server-clock.ts';

/** A 4xx response: the server refused the request, and nothing was changed. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ProblemCode | (string & {});
  /** The invalid values, by field; only of a 400. */
  readonly fields: readonly { path: string; message: string }[];
  /** How a code can be sent, and which one was; only of `code-required`. */
  readonly contactCode: Problem['contact_code'];
  /** The changes by others since the version that was seen; only of `stale`. */
  readonly changes: readonly Change[];
  /** The present version; only of `stale`. */
  readonly version: number | undefined;
  /** Appointments that the change would leave where they are; only where it has to be acknowledged. */
  readonly affected: Problem['affected'];
  /** The customer who has the email or phone number; only of `contact-held`. */
  readonly holder: Problem['holder'];
  /** The first thing in the way of an appointment that doesn't fit, and the latest end before that. */
  readonly inTheWay: Problem['in_the_way'];

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.fields = problem.errors ?? [];
    this.contactCode = problem.contact_code;
    this.changes = problem.changes ?? [];
    this.version = problem.version;
    this.affected = problem.affected;
    this.holder = problem.holder;
    this.inTheWay = problem.in_the_way;
  }
}

/** The words for a failure for which the server has none of its own. */
export const NO_ANSWER = 'We got no answer. Please try again.';
const SERVER_FAILED = 'Something went wrong on our side. Please try again.';

/**
 * No usable response: the network is down, or the server is too slow or failed. Whether a command took effect is
 * unknown, so it may only be repeated with the same Idempotency-Key.
 */
export class NetworkError extends Error {
  readonly reason: 'network' | 'timeout' | 'server';

  constructor(reason: NetworkError['reason'], options?: ErrorOptions) {
    super(reason === 'server' ? SERVER_FAILED : NO_ANSWER, options);
    this.name = 'NetworkError';
    this.reason = reason;
  }
}

/** A new key for one submit. Not by `randomUUID`, which browsers offer on secure origins only. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : unknown;
type QueryOf<Op extends Operation> = InputOf<Op['query']> &
  (Op['caller'] extends 'link' ? z.input<typeof LinkQuery> : unknown) &
  (Op['isProjected'] extends true ? z.input<typeof AfterQuery> : unknown) &
  (Op['moment'] extends string ? z.input<typeof MomentQuery> : unknown);

/** A part of a request: absent when the operation has none, optional when all of it is. */
type RequestPart<Name extends string, Value> = unknown extends Value
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Lets the request outlive the page that sends it. */
  readonly keepalive?: boolean;
  /** Told up to which position of the log the data goes, if it is read from a read model. */
  readonly onReached?: (position: string) => void;
  /** Told the version of what was answered, which a change of it names. */
  readonly onVersion?: (version: number) => void;
}

/** The input of an operation, by its definition. */
type CallInput<Op extends Operation> = CallOptions &
  RequestPart<'params', InputOf<Op['params']>> &
  RequestPart<'query', QueryOf<Op>> &
  RequestPart<'headers', InputOf<Op['headers']>> &
  RequestPart<'body', InputOf<Op['body']>> &
  RequestPart<'file', Op['upload'] extends object ? Blob : unknown> &
  /** Sent as a header, since URLs end up in logs. */
  (Op['caller'] extends 'public' ? unknown : { readonly token: string }) &
  (Op['command'] extends string
    ? {
        readonly idempotencyKey: string;
        /** The version that was seen. */
        readonly ifVersion?: number | undefined;
      }
    : unknown);

/** The result of an operation: its checked JSON, a file, or nothing. */
type CallResult<Op extends Operation> = Op['answer'] extends { readonly body: infer Body }
  ? Body extends z.ZodType
    ? z.output<Body>
    : Blob
  : undefined;

/** The same for any operation. */
interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly token?: string;
  readonly idempotencyKey?: string;
  readonly ifVersion?: number | undefined;
}

/** How long a response may take. An operation that the server gives more time gets that, and what the way takes. */
const TIMEOUT_MS = 12_000;
const WAY_MS = 2_000;

/** The position of the log up to which a response goes. */
const REACHED = 'X-Projected-Position';

/** How often a request is sent while its data is older than `after`. The server waits a little each time. */
const MAX_TRIES = 5;

/**
 * Calls an operation of the API, and checks the response against its contract.
 *
 * @throws {ApiError} for a 4xx
 * @throws {NetworkError} for every other failure, also when the data stays older than `query.after`
 * @throws the signal's reason when the caller has aborted
 */
export async function call<Op extends Operation>(
  operation: Op,
  input: CallInput<Op>,
): Promise<CallResult<Op>>;
export async function call(
  { method, path, answer, upload, deadlineMs = 0 }: Operation,
  input: AnyInput,
): Promise<unknown> {
  const { params = {}, query = {}, signal, onReached, onVersion } = input;
  const patience = Math.max(TIMEOUT_MS, (upload?.arrivalMs ?? 0) + deadlineMs + WAY_MS);
  const response = await fetchAsNewAs(query.after, () =>
    send(method, urlOf(path, params, query), input, AbortSignal.timeout(patience)),
  );
  if (!response.ok) throw await errorOf(response, signal);
  const reached = response.headers.get(REACHED);
  if (reached !== null) onReached?.(reached);
  const [, version] = /^"(\d+)"$/.exec(response.headers.get('ETag') ?? '') ?? [];
  if (version !== undefined) onVersion?.(Number(version));
  if (!('body' in answer)) return undefined;
  if (typeof answer.body === 'string') return readBody(response.blob(), signal);
  const parsed = answer.body.safeParse(await readBody(response.json(), signal));
  if (!parsed.success) throw new NetworkError('server', { cause: parsed.error });
  return parsed.data;
}

/**
 * Opens a response that goes on until the signal ends it. Only its beginning has to come in time.
 *
 * @throws {ApiError} for a 4xx
 * @throws {NetworkError} for every other failure
 */
export async function openStream(
  { method, path }: Operation,
  input: Pick<AnyInput, 'headers' | 'token'> & { readonly signal: AbortSignal },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    const response = await send(method, path, input, timeout.signal);
    if (!response.ok) throw await errorOf(response, input.signal);
    if (!response.body) throw new NetworkError('server');
    return response.body;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Gets JSON of the sign-in service, which isn't an operation of the API.
 *
 * @throws {NetworkError} whatever the failure is
 */
export async function fetchAuth<Schema extends z.ZodType>(
  path: `/auth/v1/${string}`,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const response = await send('get', path, { signal });
  const { data, error } = schema.safeParse(response.ok ? await readBody(response.json(), signal) : undefined);
  if (error) throw new NetworkError('server', { cause: error });
  return data;
}

/** The browser's own requests, for a client of another maker; each response is shown to `tell` first. */
export const fetchTelling =
  (tell: (response: Response) => void): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    tell(response);
    return response;
  };

/** The path with its parameters filled in, and the parts of the query that have a value. */
function urlOf(
  path: string,
  params: Readonly<Record<string, unknown>>,
  query: NonNullable<AnyInput['query']>,
) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return filled + (given.length > 0 ? `?${new URLSearchParams(given)}` : '');
}

/** Repeats a request until its response, which may be an error, is at least as new as the position `after`. */
async function fetchAsNewAs(after: string | undefined, request: () => Promise<Response>): Promise<Response> {
  for (let count = 1; count <= MAX_TRIES; count += 1) {
    const response = await request();
    const reached = response.headers.get(REACHED);
    if (after === undefined || reached === null || reached >= after) return response;
  }
  throw new NetworkError('timeout');
}

async function send(
  method: Operation['method'],
  url: string,
  input: AnyInput,
  timeout: AbortSignal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<Response> {
  const { body, file, token, idempotencyKey, ifVersion, signal, keepalive = false } = input;
  const headers = new Headers();
  for (const [name, value] of Object.entries(input.headers ?? {})) {
    if (value !== undefined) headers.set(name, value);
  }
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  if (ifVersion !== undefined) headers.set('If-Match', `"${ifVersion}"`);
  try {
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers,
      keepalive,
      body: file ?? (body === undefined ? null : JSON.stringify(body)),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    hearServerTime(response);
    return response;
  } catch (error) {
    signal?.throwIfAborted();
    throw new NetworkError(timeout.aborted ? 'timeout' : 'network', { cause: error });
  }
}

async function errorOf(response: Response, signal: AbortSignal | undefined): Promise<Error> {
  const problem = Problem.safeParse(await readBody(response.json(), signal));
  return response.status < 500 && problem.success
    ? new ApiError(problem.data)
    : new NetworkError('server', { cause: problem.data });
}

/** A body that is cut off or malformed counts as no response. */
async function readBody<T>(body: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await body;
  } catch (error) {
    signal?.throwIfAborted();
    throw new NetworkError(error instanceof SyntaxError ? 'server' : 'network', { cause: error });
  }
}
