import { expect, it } from 'vitest';
import { meaningOf } from '../../../src/features/messages/webhook/replies.ts';

it.each([
  ['STOP', 'stop'],
  [' stop\n', 'stop'],
  ['Unsubscribe', 'stop'],
  ['optout', 'stop'],
  ['start', 'start'],
  ['Unstop', 'start'],
  ['help', 'help'],
  ['info', 'help'],
  ['please stop by tomorrow', 'other'],
  ['yes', 'other'],
  ['', 'other'],
  ['constructor', 'other'],
])('%j means %s', (text, meaning) => {
  expect(meaningOf({ text, understoodAs: undefined })).toBe(meaning);
});

it('is what the provider has understood, in whatever language the customer wrote', () => {
  expect(meaningOf({ text: 'Arrêt', understoodAs: 'STOP' })).toBe('stop');
});
