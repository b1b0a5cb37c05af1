import { flushSync } from 'react-dom';

/**
 * Shows the errors of a form, and moves the focus to the first invalid field, which may be far above the pressed button. One that can't
 * have the focus, such as the time on a blocked date, is at least brought into view.
 *
 * @param mark sets the errors
 */
export function showErrors(form: HTMLElement | null, mark: () => void): void {
  flushSync(mark);
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  field?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}
