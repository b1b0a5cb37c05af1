import { expect, it } from 'vitest';
import { leaves } from '../../../src/contracts/messages/message-words.ts';

it.each([
  // A spending stop only concerns messages that cost money.
  ['spending', { sms: false, email: true }],
  ['staff', { sms: false, email: false }],
  ['copied', { sms: false, email: false }],
  [null, { sms: false, email: false }],
] as const)('says which messages leave while they are paused by %s', (why, leaving) => {
  const state = { paused: true, why };
  expect({ sms: leaves('sms', state), email: leaves('email', state) }).toEqual(leaving);
});

it('says that everything leaves otherwise', () => {
  const state = { paused: false, why: null };
  expect([leaves('sms', state), leaves('email', state)]).toEqual([true, true]);
});
