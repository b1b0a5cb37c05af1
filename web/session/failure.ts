import { ApiError, NetworkError, NO_ANSWER } from '../api.ts';
import { adviceFor } from './advice.ts';
import { secondsToWait } from './retry-after.ts';

/** Nobody is signed in any more. */
export class SignedOut extends Error {}

/** The words of an alert about a failure. */
export interface Failure {
  /** The server's own message, or that it failed or didn't answer. */
  readonly text: string;
  /** The next step, where the message leaves it open. */
  readonly advice?: string | undefined;
  /** The sign-in service's error code. */
  readonly code?: string | undefined;
}

const ENDED = 'Your session has ended. Please sign in again.';

/** The server's own message, or that it failed or didn't answer. */
export function failureText(error: unknown): string {
  if (error instanceof SignedOut) return ENDED;
  if (error instanceof ApiError || error instanceof NetworkError) return error.message;
  if (!(error instanceof Error)) return NO_ANSWER;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') {
    return 'No passkey was given. Please try again, or sign in another way.';
  }
  const { status } = error as { readonly status?: unknown };
  return typeof status === 'number' && status > 0 && error.message !== '' ? error.message : NO_ANSWER;
}

/** A failure of the sign-in service or of our API, with what can be done about it. */
export function failureOf(error: unknown): Failure {
  const { code, status } = (error ?? {}) as { readonly code?: unknown; readonly status?: unknown };
  const known = typeof code === 'string' ? code : undefined;
  const wait = status === 429 ? secondsToWait() : undefined;
  return { text: failureText(error), code: known, advice: adviceFor(known, wait) };
}
