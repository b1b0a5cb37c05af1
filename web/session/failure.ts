import { ApiError } from '../api.ts';

/** Nobody is signed in any more. */
export class SignedOut extends Error {}

const NO_ANSWER = 'We got no answer. Please try again.';

/** What an alert says about a failure: the server's own message, or that none arrived. */
export function failureText(error: unknown): string {
  if (error instanceof SignedOut) return 'Your session has ended. Please sign in again.';
  if (error instanceof ApiError) return error.message;
  if (!(error instanceof Error)) return NO_ANSWER;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') {
    return 'No passkey was given. Please try again, or sign in another way.';
  }
  const { status } = error as { readonly status?: unknown };
  return typeof status === 'number' && status > 0 && error.message !== '' ? error.message : NO_ANSWER;
}
