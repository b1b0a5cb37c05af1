import { ApiError } from '../../api.ts';
import { failureText } from '../../session/failure.ts';
import { toastError } from '../../ui/toast/toast.tsx';
import { whoOf } from './conflict-callout.tsx';

/** Why a command failed: the server's message, or who has changed the thing in the meantime. */
export function commandFailure(error: unknown): string {
  const last = error instanceof ApiError && error.code === 'stale' ? error.changes.at(-1) : undefined;
  return last ? `${whoOf(last)} has changed it meanwhile. It is shown as it is now.` : failureText(error);
}

/** Shows in a toast why a command failed. */
export const toastFailure = (error: unknown, title = 'Error'): void =>
  toastError(title, commandFailure(error));
