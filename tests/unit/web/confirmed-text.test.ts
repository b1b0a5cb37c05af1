import { expect, it } from 'vitest';
import { confirmedText } from '../../../web/features/booking/checkout/confirmed-text.ts';
import { confirmedNext } from '../../../web/salon/requested-text.ts';

const ADA = { customer_phone: '(925) 555-0101', customer_email: 'ada@example.com' };

it('promises a text only where one leaves', () => {
  const sms = 'A confirmation SMS will be sent to (925)\u00a0555-0101.';
  expect(confirmedText(ADA, {})).toBe(sms);
  expect(confirmedText(ADA, { confirmed_by: ['sms', 'email'] })).toBe(sms);
  expect(confirmedText(ADA, { confirmed_by: ['email'] })).toBe('We’ll confirm by mail to ada@example.com.');
  expect(confirmedText(ADA, { confirmed_by: [] })).toBe('We have your request.');
  expect(confirmedNext({})).toBe('We confirm by text, usually the same day.');
  expect(confirmedNext({ confirmed_by: ['email'] })).toBe('We’ll confirm by mail.');
  expect(confirmedNext({ confirmed_by: [] })).toBe('We’ll call you to confirm it.');
});
