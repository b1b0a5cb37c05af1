import { ApiError } from '../../api.ts';
import { failureText } from '../../session/failure.ts';
import { toastError } from '../../ui/toast/toast.tsx';
import { whoOf } from './conflict-notice.tsx';

/** Why a command failed: the server's own message, but for a change by somebody else, which is told with who it was. */
export function commandFailure(error: unknown): string {
  const last = error instanceof ApiError && error.code === 'stale' ? error.changes.at(-1) : undefined;
  return last ? `${whoOf(last)} has changed it meanwhile. It is shown as it is now.` : failureText(error);
}

/** Tells in a toast why a change that was shown at once had to be taken back. */
export const toastFailure = (error: unknown, title = 'Error'): void =>
  toastError(title, commandFailure(error));
