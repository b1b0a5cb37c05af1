import { newIdempotencyKey } from '../../../api.ts';
import { useWizard } from './store.ts';
import type { Wizard } from './wizard.ts';

/** A request without its hold, which a reload releases and takes again. */
function withoutHoldId(request: string): string {
  const { hold_id: _, ...rest } = JSON.parse(request) as { readonly hold_id?: string };
  return JSON.stringify(rest);
}

/** The Idempotency-Key of a request: that of the same request sent before, or for which a code was required, or a new one. */
export function keyFor({ attempt, asked }: Wizard, request: string, newKey: () => string): string {
  if (attempt?.request === request) return attempt.key;
  // A request for which a code is required has had no effect, so it is the same request even with another hold.
  const isAsked = asked !== null && withoutHoldId(asked.request) === withoutHoldId(request);
  return isAsked ? asked.key : newKey();
}

/** Records that a code is required: until the visitor continues, the request counts as refused. */
export function withParkedAttempt(wizard: Wizard): Wizard {
  return { ...wizard, attempt: null, asked: wizard.attempt ?? wizard.asked };
}

/** Continues the parked request with its key. */
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

/** Parks the attempt while a code is required; it continues later with its key. */
export const parkAttempt = () => useWizard.setState(withParkedAttempt);

export const resumeAttempt = (request: string) =>
  useWizard.setState((wizard) => withResumedAttempt(wizard, request));
