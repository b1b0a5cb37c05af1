import { describe, expect, it } from 'vitest';
import { PROBLEMS, type ProblemCode } from '../../../src/contracts/problem.ts';
import { bookingProblem, stepToMend } from '../../../web/features/booking/booking-problem.ts';

const PHONE = '(925) 555-0142';
const shown = (code: ProblemCode) => bookingProblem({ code, message: PROBLEMS[code].detail }, PHONE);

describe('what a visitor is told of a refused booking', () => {
  it.each<[ProblemCode, string]>([
    ['rate-limit-exceeded', "You've reached the booking limit. Please wait an hour before booking again."],
    ['invalid-email', 'Please enter a valid email address.'],
    ['invalid-phone', 'Please enter a valid phone number.'],
    ['invalid-name', 'Please enter a valid name (2-100 characters).'],
    ['too-far-ahead', 'Please select a date within the next 6 months.'],
    ['in-the-past', 'Please select a future date for your appointment.'],
    ['slot-taken', 'That time was just taken. Please choose another.'],
    ['too-many-requests', 'Failed to create booking. Please try again.'],
    ['not-offered', 'Failed to create booking. Please try again.'],
  ])('puts %s into the agreed words', (code, text) => {
    expect(shown(code)).toBe(text);
  });

  it("names the salon's own phone", () => {
    const refusal = { code: 'suspicious', message: 'Suspicious booking pattern detected' };
    expect(bookingProblem(refusal, PHONE)).toBe(
      'For security reasons, please contact us directly at (925) 555-0142 to make your booking.',
    );
  });

  it('leads back to the time, or the services, where those are at fault', () => {
    expect(stepToMend('slot-taken')).toBe('datetime');
    expect(stepToMend('date-blocked')).toBe('datetime');
    expect(stepToMend('unknown-service')).toBe('services');
    expect(stepToMend('invalid-email')).toBeNull();
  });
});
