import type { ApiError } from '../../../api.ts';
import type { Step } from '../wizard/wizard.ts';

const INVALID_NAME = 'Please enter a valid name (2-100 characters).';
const INVALID_EMAIL = 'Please enter a valid email address.';
const INVALID_PHONE = 'Please enter a valid phone number.';

/** Parts of the server's texts, and what visitors see instead. */
const SHOWN_TEXTS: readonly (readonly [string, string])[] = [
  ['Rate limit exceeded', "You've reached the booking limit. Please wait an hour before booking again."],
  ['Invalid email', INVALID_EMAIL],
  ['Invalid phone', INVALID_PHONE],
  ['Invalid name', INVALID_NAME],
  [
    'Suspicious booking pattern',
    'For security reasons, please contact us directly at {phone} to make your booking.',
  ],
  ['Appointment date too far', 'Please select a date within the next 6 months.'],
  ['Cannot book appointments in the past', 'Please select a future date for your appointment.'],
];

export const BOOKING_FAILED = 'Failed to create booking. Please try again.';

/** Refusals that the server words for visitors. */
const SHOWN_AS_THEY_ARE: readonly ApiError['code'][] = [
  'slot-taken',
  'booking-too-long',
  'too-short-notice',
  'stylist-unavailable',
  'nobody-does-all',
];

const shownText = (message: string): string | undefined =>
  SHOWN_TEXTS.find(([part]) => message.includes(part))?.[1];

/** The text for a visitor whose booking was refused. */
export function bookingErrorText(
  { code, message }: Pick<ApiError, 'code' | 'message'>,
  phone: string,
): string {
  if (SHOWN_AS_THEY_ARE.includes(code)) return message;
  return (shownText(message) ?? BOOKING_FAILED).replace(' at {phone}', phone && ` at ${phone}`);
}

/** Whether no other choice can help, so that the visitor has to call. */
export const onlyCallHelps = (code: ApiError['code']): boolean =>
  code === 'suspicious-booking' || code === 'rate-limit-exceeded';

/** Whether the stylist who was wished for can't be booked. */
export const isAboutStylist = (code: ApiError['code']): boolean =>
  code === 'unknown-stylist' || code === 'stylist-unavailable';

/** The earlier step at which the visitor can fix what was refused; null when that isn't possible there. */
export function stepToFix(code: ApiError['code']): Exclude<Step, 'checkout'> | null {
  switch (code) {
    case 'unknown-stylist':
    case 'stylist-unavailable':
    case 'slot-taken':
    case 'date-blocked':
    case 'not-offered':
    case 'off-grid':
    case 'too-short-notice':
    case 'time-skipped':
    case 'in-the-past':
    case 'too-far-ahead':
      return 'datetime';
    case 'unknown-service':
    case 'nobody-does-all':
    case 'booking-too-long':
      return 'services';
    default:
      return null;
  }
}

/** The text below a field of the checkout. The form reports errors by code or text, the server by text. */
export function fieldErrorText(error: string | undefined): string | undefined {
  switch (error) {
    case undefined:
      return undefined;
    case 'missing':
      return 'Please fill in this field.';
    case 'sms-consent-required':
      return 'Please consent to SMS notifications to complete your booking.';
    case 'invalid-name':
      return INVALID_NAME;
    case 'invalid-email':
      return INVALID_EMAIL;
    case 'invalid-phone':
      return INVALID_PHONE;
    default:
      return shownText(error) ?? error;
  }
}
