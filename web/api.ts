import type { z } from 'zod';
import { Problem, type ProblemCode } from '../src/contracts/problem.ts';

/** A 4xx response: the server refused the request, and nothing was changed. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ProblemCode | (string & {});
  /** What was invalid, by field; only of a 400. */
  readonly fields: readonly { path: string; message: string }[];

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.fields = problem.errors ?? [];
  }
}

/**
 * No usable response: the network is down, or the server is too slow or failed. Whether a command took effect is
 * unknown, so it may only be repeated with the same Idempotency-Key.
 */
export class NetworkError extends Error {
  readonly reason: 'network' | 'timeout' | 'server';

  constructor(reason: NetworkError['reason'], options?: ErrorOptions) {
    super(`No response: ${reason}`, options);
    this.name = 'NetworkError';
    this.reason = reason;
  }
}

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Left out when undefined. */
  query?: Record<string, string | undefined>;
  body?: unknown;
  /** Management token; travels in a header only, since addresses end up in logs. */
  token?: string;
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
  /** Goes out even when the page is being left. */
  keepalive?: boolean;
}

const TIMEOUT_MS = 12_000;

/** How often a view is asked for that is older than its `after`; the server waits for it each time. */
const LATE_TRIES = 5;

/**
 * Sends one request and checks the answer against its contract.
 * @throws {ApiError} for a 4xx. @throws {NetworkError} for everything else that goes wrong.
 * @throws the signal's reason when the caller aborted.
 */
export async function requestJson<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  request: ApiRequest = {},
): Promise<z.output<Schema>> {
  const response = await send(path, request);
  const parsed = schema.safeParse(await readJson(response, request.signal));
  if (!parsed.success) throw new NetworkError('server', { cause: parsed.error });
  return parsed.data;
}

/** Like `requestJson`, for a command that is answered without a body. */
export async function requestDone(path: string, request: ApiRequest): Promise<void> {
  await send(path, request);
}

/** Like `requestJson`, for an answer that is a file. */
export async function requestFile(path: string, request: ApiRequest = {}): Promise<Blob> {
  const response = await send(path, request);
  return response.blob();
}

/** A new key for one submit. Not `randomUUID`, which browsers offer on secure origins only. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

async function send(path: string, request: ApiRequest): Promise<Response> {
  const { query = {}, signal } = request;
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const url = path + (given.length > 0 ? `?${new URLSearchParams(given)}` : '');

  let response = await ask(url, request);
  for (let tries = 1; isLate(response, query.after); tries += 1) {
    if (tries === LATE_TRIES) throw new NetworkError('timeout');
    response = await ask(url, request);
  }
  if (response.ok) return response;
  const problem = Problem.safeParse(await readJson(response, signal));
  if (response.status < 500 && problem.success) throw new ApiError(problem.data);
  throw new NetworkError('server', { cause: problem.data });
}

/** Whether the answer, a refusal too, was read from before the position that it was to show. */
function isLate(response: Response, after: string | undefined): boolean {
  const reached = response.headers.get('X-Projected-Position');
  return after !== undefined && reached !== null && reached < after;
}

async function ask(url: string, request: ApiRequest): Promise<Response> {
  const { method = 'GET', body, token, idempotencyKey, signal, keepalive = false } = request;
  const headers = new Headers();
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(url, {
      method,
      headers,
      keepalive,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new NetworkError(timeout.aborted ? 'timeout' : 'network', { cause: error });
  }
}

/** A body cut off on its way counts as no answer. */
async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    signal?.throwIfAborted();
    throw new NetworkError('server', { cause: error });
  }
}
