import { flushSync } from 'react-dom';

/**
 * Shows the errors of a form, and moves the focus to the first invalid field, which may be far above the pressed button.
 *
 * @param mark sets the errors
 */
export function showErrors(form: HTMLElement | null, mark: () => void): void {
  flushSync(mark);
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
