import type { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';

/** An appointment that the salon hasn't confirmed is called so on every page. */
export const REQUESTED_WORD = 'Requested';

/** The next step of such an appointment. No message is promised where none leaves. */
export function confirmedNext({ confirmed_by = ['sms'] }: Pick<CreatedBooking, 'confirmed_by'>): string {
  if (confirmed_by.includes('sms')) return 'We confirm by text, usually the same day.';
  return confirmed_by.includes('email') ? 'We’ll confirm by mail.' : 'We’ll call you to confirm it.';
}
