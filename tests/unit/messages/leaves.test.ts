import { expect, it } from 'vitest';
import { leaves } from '../../../src/contracts/messages/message-words.ts';

it.each([
  // A spending stop is about what costs.
  ['spending', { sms: false, email: true }],
  ['staff', { sms: false, email: false }],
  ['copied', { sms: false, email: false }],
  // Before the first start.
  [null, { sms: false, email: false }],
] as const)('says what leaves while messages are paused by %s', (why, leaving) => {
  const state = { paused: true, why };
  expect({ sms: leaves('sms', state), email: leaves('email', state) }).toEqual(leaving);
});

it('says that everything leaves otherwise', () => {
  const state = { paused: false, why: null };
  expect([leaves('sms', state), leaves('email', state)]).toEqual([true, true]);
});
