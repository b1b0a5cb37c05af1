/** Returns the focus to an appointment after a dialog; a move may have rendered it again in another column. */
export function focusBooking(id: string): void {
  const block = document.querySelector<HTMLElement>(`[data-appointment="${CSS.escape(id)}"]`);
  block?.focus({ preventScroll: true });
}
