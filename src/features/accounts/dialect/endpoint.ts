import type { z } from 'zod';
import { AuthError } from '../auth-error.ts';
import type { Device } from '../devices.ts';

/** A call of the auth client, as the router hands it over. */
export interface AuthRequest {
  /** Parsed JSON; an empty object without a body. */
  readonly body: unknown;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The variable parts of the path. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Of `Authorization`; undefined without one. */
  readonly bearer: string | undefined;
  readonly device: Device;
}

export interface AuthReply {
  /** 200 when left out, 303 with a redirect, 204 without either. */
  readonly status?: number;
  readonly body?: unknown;
  /** Where the browser goes next. */
  readonly redirect?: string;
  /** A new token by which the device is known from now on. */
  readonly deviceCookie?: string | undefined;
  /** Of an answer that may be cached, in seconds. */
  readonly maxAgeSeconds?: number;
}

/**
 * What limits go by: `free` calls count for nothing, since they cost next to nothing or only give something up; a `refresh` counts
 * for the session that its token belongs to; a `hash` waits for the hash of a password, and an `away` for another service.
 */
export type CallKind = 'plain' | 'free' | 'refresh' | 'hash' | 'away';

/** One call of the dialect. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/auth/v1`, as Express writes it: `/factors/:id`. */
  readonly path: string;
  /** `plain` when left out. */
  readonly kindOf?: (request: Pick<AuthRequest, 'body' | 'query'>) => CallKind;
  /** Answers alike in the same time, whatever there was to do. */
  readonly isEven?: (request: Pick<AuthRequest, 'body'>) => boolean;
  readonly handle: (request: AuthRequest) => Promise<AuthReply>;
}

/** Where a shape has no words of its own, instead of the validator's, which aren't meant for people. */
const plainWords: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'is missing' : 'is not valid';

/** @throws AuthError `validation_failed` with the first thing that is wrong: a sentence, or words that follow the field's name */
export function parseAuth<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  const [{ path, message } = { path: [], message: 'is not valid' }] = result.error.issues;
  const isSentence = /^[A-Z]/.test(message);
  const text = isSentence ? message : `${path.join('.') || 'The request'} ${message}.`;
  throw new AuthError('validation_failed', { text });
}
