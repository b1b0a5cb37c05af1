import { flushSync } from 'react-dom';

/**
 * Moves the focus to the first invalid field of a form, which may be far above the pressed button. One that can't have the focus, such as
 * the time on a blocked date, is at least brought into view.
 */
export function leadToError(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  field?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}

/** Shows the errors of a form, and leads to the first. @param mark sets the errors */
export function showErrors(form: HTMLElement | null, mark: () => void): void {
  flushSync(mark);
  leadToError(form);
}
