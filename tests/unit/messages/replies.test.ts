import { expect, it } from 'vitest';
import { messagesStream, numberStream } from '../../../src/features/messages/events.ts';
import { createMessageAppends } from '../../../src/features/messages/ledger/append.ts';
import { createOutcomeRecorder } from '../../../src/features/messages/ledger/record-outcome.ts';
import { createReplies, meaningOf } from '../../../src/features/messages/webhook/replies.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';

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

it('is kept fifty times a day at most for an appointment, while STOP and START always count', async () => {
  let at = new Date('2026-11-20T18:00:00Z');
  const now = () => at;
  const store = memoryEventStore();
  const appends = createMessageAppends({ store, now });
  const bookingId = '00000000-0000-4000-8000-000000000001';
  const receive = createReplies({
    recorder: createOutcomeRecorder({ store, appends, streamOf: messagesStream }),
    provider: { receivedAt: async () => at },
    lastBookingOf: async () => bookingId,
    hashNumber: () => 'n',
    now,
  });
  let count = 0;
  const text = (words: string, understoodAs?: string) => {
    count += 1;
    const sid = `SM${String(count).padStart(32, '0')}`;
    return receive({ sid, from: '+19255550100', text: words, understoodAs });
  };
  const kept = async () => (await store.read(messagesStream(bookingId))).length;
  for (let n = 0; n < 52; n += 1) await text('hello');
  expect(await kept()).toBe(50);
  await text('STOP');
  await text('Comencer', 'START');
  expect((await store.read(numberStream('n'))).map(({ type }) => type)).toEqual([
    'NumberOptedOut',
    'NumberOptedIn',
  ]);
  at = new Date('2026-11-21T18:00:00Z');
  await text('hello');
  expect(await kept()).toBe(51);
});
