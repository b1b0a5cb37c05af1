import type { z } from 'zod';
import type { Device } from '../sessions/devices.ts';
import { AuthError } from './auth-errors.ts';

/** A call of the auth client, in the form that endpoints get from the router. */
export interface AuthRequest {
  /** The body, parsed as JSON; an empty object if there is none. */
  readonly body: unknown;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The variable parts of the path. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The token in `Authorization`; undefined if there is none. */
  readonly bearer: string | undefined;
  readonly device: Device;
  /** Aborts when the client has left. */
  readonly gone: AbortSignal;
}

export interface AuthAnswer {
  /** When left out: 303 for a redirect, 200 with a body, 204 with neither. */
  readonly status?: number;
  readonly body?: unknown;
  /** The URL to which the browser is redirected. */
  readonly redirect?: string;
  /** How long the response may be cached, in seconds; not at all when left out. */
  readonly maxAgeSeconds?: number;
}

/** One endpoint of the protocol of Supabase's auth client. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The path below `/auth/v1` in Express's syntax, such as `/factors/:id`. */
  readonly path: string;
  /** Whether a call counts against the limit of calls a minute. When left out, all calls do. */
  readonly isCounted?: (request: Pick<AuthRequest, 'query'>) => boolean;
  /** Whether the time until the response must not reveal what was done. */
  readonly isEven?: (request: Pick<AuthRequest, 'body'>) => boolean;
  readonly handle: (request: AuthRequest) => Promise<AuthAnswer>;
}

/** Replaces the validator's default messages, which aren't meant for people. */
const plainWords: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'is missing' : 'is not valid';

/** @throws AuthError `validation_failed` for the first wrong value; the text is a sentence, or the field's name and a few words */
export function parseAuth<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  const [{ path, message } = { path: [], message: 'is not valid' }] = result.error.issues;
  const isSentence = /^[A-Z]/.test(message);
  const text = isSentence ? message : `${path.join('.') || 'The request'} ${message}.`;
  throw new AuthError('validation_failed', { text });
}
