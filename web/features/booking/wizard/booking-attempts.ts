import { newIdempotencyKey } from '../../../api.ts';
import { useWizard } from './store.ts';
import type { Wizard } from './wizard.ts';

/** A request apart from its hold, which a reload gives up and takes anew. */
function withoutHoldId(request: string): string {
  const { hold_id: _, ...rest } = JSON.parse(request) as { readonly hold_id?: string };
  return JSON.stringify(rest);
}

/** The Idempotency-Key of a request: the one it was sent with before, or a code was asked for with, or a new one. */
export function keyFor({ attempt, asked }: Wizard, request: string, newKey: () => string): string {
  if (attempt?.request === request) return attempt.key;
  // A request that a code is asked for has led to nothing, so another hold doesn't make it another request.
  const isAsked = asked !== null && withoutHoldId(asked.request) === withoutHoldId(request);
  return isAsked ? asked.key : newKey();
}

/** Notes that a code is asked for: until the visitor goes on, the request is refused. */
export function withParkedAttempt(wizard: Wizard): Wizard {
  return { ...wizard, attempt: null, asked: wizard.attempt ?? wizard.asked };
}

/** Goes on with the parked request under its key. */
export function withResumedAttempt(wizard: Wizard, request: string): Wizard {
  const { asked } = wizard;
  if (asked === null) return wizard;
  const attempt = { key: asked.key, request };
  return { ...wizard, attempt, asked: attempt };
}

/** Stores the request before it is sent, and returns its Idempotency-Key. */
export function beginAttempt(request: string): string {
  const key = keyFor(useWizard.getState(), request, newIdempotencyKey);
  useWizard.setState({ attempt: { key, request } });
  return key;
}

export const endAttempt = () => useWizard.setState({ attempt: null });

/** A code is asked for: the attempt has ended for now, and goes on under its key. */
export const parkAttempt = () => useWizard.setState(withParkedAttempt);

export const resumeAttempt = (request: string) =>
  useWizard.setState((wizard) => withResumedAttempt(wizard, request));
