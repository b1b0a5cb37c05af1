import { describe, expect, it } from 'vitest';
import { PROBLEMS, type ProblemCode } from '../../../src/contracts/problem.ts';
import {
  bookingErrorText,
  fieldErrorText,
  stepToFix,
} from '../../../web/features/booking/checkout/booking-error.ts';

const PHONE = '(925) 555-0142';
const shown = (code: ProblemCode) => bookingErrorText({ code, message: PROBLEMS[code].detail }, PHONE);

describe('the text for a refused booking', () => {
  // Spec: 8.booking-limit, 8.booking-email, 8.booking-phone, 8.booking-name, 8.booking-too-far, 8.booking-past, 8.booking-other, 9.name-length
  it.each<[ProblemCode, string]>([
    ['rate-limit-exceeded', "You've reached the booking limit. Please wait an hour before booking again."],
    ['invalid-email', 'Please enter a valid email address.'],
    ['invalid-phone', 'Please enter a valid phone number.'],
    ['invalid-name', 'Please enter a valid name (2-100 characters).'],
    ['too-far-ahead', 'Please select a date within the next 6 months.'],
    ['in-the-past', 'Please select a future date for your appointment.'],
    ['slot-taken', 'That time was just taken. Please choose another.'],
    ['too-many-requests', 'Failed to create booking. Please try again.'],
    ['too-short-notice', 'That time is too soon to book online. Please choose a later one, or call us.'],
    ['off-grid', 'Failed to create booking. Please try again.'],
    ['not-offered', 'Failed to create booking. Please try again.'],
  ])('has the specified text for %s', (code, text) => {
    expect(shown(code)).toBe(text);
  });

  // Spec: 8.booking-suspicious
  it("contains the salon's own phone", () => {
    const refusal = { code: 'suspicious', message: 'Suspicious booking pattern detected' };
    expect(bookingErrorText(refusal, PHONE)).toBe(
      'For security reasons, please contact us directly at (925) 555-0142 to make your booking.',
    );
  });

  it('goes with a step back to the time, or the services, where those were refused', () => {
    expect(stepToFix('slot-taken')).toBe('datetime');
    expect(stepToFix('date-blocked')).toBe('datetime');
    expect(stepToFix('too-short-notice')).toBe('datetime');
    expect(stepToFix('unknown-service')).toBe('services');
    expect(stepToFix('invalid-email')).toBeNull();
  });
});

describe('the text below a field', () => {
  it.each([
    ['invalid-name', 'Please enter a valid name (2-100 characters).'],
    ['invalid-email', 'Please enter a valid email address.'],
    ['invalid-phone', 'Please enter a valid phone number.'],
  ] as const)('is the same for %s whether the form or the server found it', (code, text) => {
    expect(fieldErrorText(code)).toBe(text);
    expect(fieldErrorText(PROBLEMS[code].detail)).toBe(text);
  });

  it('is absent without an error', () => {
    expect(fieldErrorText(undefined)).toBeUndefined();
  });
});
