import type { z } from 'zod';
import type { Device } from '../devices.ts';
import { AuthError } from './errors.ts';

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

/** One call of the dialect. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/auth/v1`, as Express writes it: `/factors/:id`. */
  readonly path: string;
  readonly handle: (request: AuthRequest) => Promise<AuthReply>;
}

/** @throws AuthError `validation_failed` with the first thing that is wrong */
export function parseAuth<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.');
  const text = issue?.code === 'custom' || !field ? issue?.message : `${field}: ${issue?.message}`;
  throw new AuthError('validation_failed', { text });
}
