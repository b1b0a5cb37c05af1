import { whoOf } from '../../../../admin/ui/conflict-notice.tsx';
import { ApiError } from '../../../../api.ts';
import { failureText } from '../../../../session/failure.ts';

/** Why a change failed: the server's reason, who was faster, or that there was no answer. What is shown is the truth again. */
export function reasonOf(error: unknown): string {
  const last = error instanceof ApiError && error.code === 'stale' ? error.changes.at(-1) : undefined;
  return last
    ? `${whoOf(last)} changed it meanwhile. You see it as it is now; please try again.`
    : failureText(error);
}
