import type { ApiError } from '../../api.ts';
import type { Step } from './wizard.ts';

/** What the server's text contains, and what visitors are shown (specification, section 8). */
const MESSAGES: readonly (readonly [string, string])[] = [
  ['Rate limit exceeded', "You've reached the booking limit. Please wait an hour before booking again."],
  ['Invalid email', 'Please enter a valid email address.'],
  ['Invalid phone', 'Please enter a valid phone number.'],
  ['Invalid name', 'Please enter a valid name (2-100 characters).'],
  [
    'Suspicious booking pattern',
    'For security reasons, please contact us directly at {phone} to make your booking.',
  ],
  ['Appointment date too far', 'Please select a date within the next 6 months.'],
  ['Cannot book appointments in the past', 'Please select a future date for your appointment.'],
];

export const BOOKING_FAILED = 'Failed to create booking. Please try again.';

/** The text for a visitor whose booking was refused. */
export function bookingErrorText(
  { code, message }: Pick<ApiError, 'code' | 'message'>,
  phone: string,
): string {
  if (code === 'slot-taken') return message;
  const [, text = BOOKING_FAILED] = MESSAGES.find(([words]) => message.includes(words)) ?? [];
  return text.replace('{phone}', phone);
}

/** The earlier step at which the visitor can fix what was refused; null when that isn't possible there. */
export function stepToFix(code: ApiError['code']): Exclude<Step, 'checkout'> | null {
  switch (code) {
    case 'slot-taken':
    case 'date-blocked':
    case 'not-offered':
    case 'time-skipped':
    case 'in-the-past':
    case 'too-far-ahead':
      return 'datetime';
    case 'unknown-service':
      return 'services';
    default:
      return null;
  }
}

/** The text below a field of the checkout, by the contracts' error code. */
export function fieldErrorText(code: string | undefined): string | undefined {
  switch (code) {
    case undefined:
      return undefined;
    case 'missing':
      return 'Please fill in this field.';
    case 'invalid-name':
      return 'Please enter a valid name (2-100 characters).';
    case 'invalid-email':
      return 'Please enter a valid email address.';
    case 'invalid-phone':
      return 'Please enter a valid phone number.';
    case 'sms-consent-required':
      return 'Please consent to SMS notifications to complete your booking.';
    default:
      return code;
  }
}
