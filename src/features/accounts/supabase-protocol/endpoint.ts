import type { z } from 'zod';
import type { Device } from '../sessions/devices.ts';
import { AuthError } from './auth-errors.ts';

/** A call of the auth client, as endpoints get it from the router. */
export interface AuthRequest {
  /** Parsed JSON; an empty object without a body. */
  readonly body: unknown;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The variable parts of the path. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The token of `Authorization`; undefined without one. */
  readonly bearer: string | undefined;
  readonly device: Device;
}

export interface AuthReply {
  /** 200 when left out, 303 with a redirect, 204 without either. */
  readonly status?: number;
  readonly body?: unknown;
  /** The address the browser is sent to. */
  readonly redirect?: string;
  /** The cookie that recognizes the device from now on. */
  readonly deviceCookie?: string | undefined;
  /** How long the response may be cached, in seconds; not at all when left out. */
  readonly maxAgeSeconds?: number;
}

/**
 * How limits and queues treat a call: `free` isn't limited, since it costs next to nothing or only gives up rights; `refresh` counts
 * for the session of its token; `hash` waits for the hash of a password, and `away` for another service.
 */
export type CallKind = 'plain' | 'free' | 'refresh' | 'hash' | 'away';

/** One call of the protocol that Supabase's auth client speaks. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/auth/v1`, as Express writes it: `/factors/:id`. */
  readonly path: string;
  /** `plain` when left out. */
  readonly kindOf?: (request: Pick<AuthRequest, 'body' | 'query'>) => CallKind;
  /** Whether the time of the response must not tell what was done. */
  readonly isEven?: (request: Pick<AuthRequest, 'body'>) => boolean;
  readonly handle: (request: AuthRequest) => Promise<AuthReply>;
}

/** Replaces the validator's default messages, which aren't meant for people. */
const plainWords: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'is missing' : 'is not valid';

/** @throws AuthError `validation_failed` for the first wrong value, in a sentence or as the field's name and a few words */
export function parseAuth<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  const [{ path, message } = { path: [], message: 'is not valid' }] = result.error.issues;
  const isSentence = /^[A-Z]/.test(message);
  const text = isSentence ? message : `${path.join('.') || 'The request'} ${message}.`;
  throw new AuthError('validation_failed', { text });
}
