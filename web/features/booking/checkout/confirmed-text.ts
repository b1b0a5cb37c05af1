import type { CreateBooking, CreatedBooking } from '../../../../src/contracts/bookings/bookings.ts';

/** How the customer hears that it is confirmed. No text is promised where none leaves. */
export function confirmedText(
  { customer_phone, customer_email }: Pick<CreateBooking, 'customer_phone' | 'customer_email'>,
  { confirmed_by = ['sms'] }: Pick<CreatedBooking, 'confirmed_by'>,
): string {
  // Non-breaking spaces keep the number on one line.
  if (confirmed_by.includes('sms'))
    return `A confirmation SMS will be sent to ${customer_phone.replaceAll(' ', '\u00a0')}.`;
  return confirmed_by.includes('email')
    ? `We’ll confirm by mail to ${customer_email}.`
    : 'We have your request.';
}
