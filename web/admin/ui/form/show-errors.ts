import { flushSync } from 'react-dom';

/**
 * Marks what is wrong in a form, and leads to the first field that is: the button that was pressed may be far below it.
 *
 * @param mark sets the errors
 */
export function showErrors(form: HTMLElement | null, mark: () => void): void {
  flushSync(mark);
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
