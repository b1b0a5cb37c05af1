import { expect, it } from 'vitest';
import { adviceFor, waitText } from '../../../web/session/advice.ts';

it.each([
  [1, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
  [3_600, '60 minutes'],
  [86_390, '24 hours'],
])('%d seconds are %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});

it('tells when to try again before anything else', () => {
  expect(adviceFor('weak_password', 900)).toBe('Please try again in 15 minutes.');
  expect(adviceFor('weak_password', undefined)).toMatch(/easy to remember/);
  expect(adviceFor('not_known', undefined)).toBeUndefined();
  expect(adviceFor(undefined, undefined)).toBeUndefined();
});
