import { describe, expect, it } from 'vitest';
import { messagesStream } from '../../../src/features/messages/events.ts';
import { readLedger } from '../../../src/features/messages/ledger/ledger.ts';
import { createFindOutcome } from '../../../src/features/messages/sending/find-outcome.ts';
import { type Fact, record } from '../../projections/events.ts';
import { id } from '../../support/booking/booking-facts.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';
import { NUMBER } from '../../support/messages/message-facts.ts';

const OURS = id(1);
const OTHERS = id(2);
const sid = (n: number) => `SM${String(n).padStart(32, '0')}`;

const attempted = (bookingId: string, attempt: number, said: object | 'erased' = {}): Fact => ({
  stream: messagesStream(bookingId),
  type: 'MessageAttempted',
  data: {
    attemptId: id(attempt),
    causes: [id(90 + attempt)],
    kind: 'booked',
    bookingRevision: 0,
    segments: 1,
    personal: said === 'erased' ? said : { to: NUMBER, text: 'See you!', ...said },
  },
});
const outcome = (bookingId: string, attempt: number, type: string, more: object): Fact => ({
  stream: messagesStream(bookingId),
  type,
  data: { attemptId: id(attempt), ...more },
});

async function outcomeFound(
  facts: readonly Fact[],
  found: readonly string[],
  { watermarkAt = '2026-01-01T00:00:00Z', ours = attempted(OURS, 10) } = {},
) {
  const store = memoryEventStore();
  await record(store, [ours, ...facts]);
  const asked: unknown[] = [];
  const findOutcome = createFindOutcome({
    store,
    provider: {
      find: async (what) => {
        asked.push(what);
        return found;
      },
    },
    limits: { bookingsOf: async () => [OURS, OTHERS] },
    channel: {
      streamOf: messagesStream,
      readSending: async () => ({
        paused: false,
        why: null,
        watermark: '',
        watermarkAt: new Date(watermarkAt),
      }),
    },
  });
  const read = readLedger(await store.read(messagesStream(OURS)));
  const open = read.ledger.attempts.get(id(10));
  if (!open) throw new Error('there is no attempt');
  const { type, data } = await findOutcome(open, read);
  return { outcome: type === 'MessageSent' ? data.sid : type, asked };
}

const UNKNOWN = 'MessageOutcomeUnknown';

describe('the search for an outcome takes the provider’s text for that of an attempt', () => {
  it.each<[string, readonly Fact[], readonly string[], string]>([
    ['when it is the only one', [], [sid(1)], sid(1)],
    ['not when there is none', [], [], UNKNOWN],
    ['not when there are several', [], [sid(1), sid(2)], UNKNOWN],
    [
      'when the others belong to others',
      [attempted(OTHERS, 20), outcome(OTHERS, 20, 'MessageSent', { sid: sid(2) })],
      [sid(1), sid(2)],
      sid(1),
    ],
    [
      'not when it belongs to another',
      [attempted(OTHERS, 20), outcome(OTHERS, 20, 'MessageSent', { sid: sid(1) })],
      [sid(1)],
      UNKNOWN,
    ],
    [
      'not when it belongs to one that the log has lost',
      [outcome(OTHERS, 20, 'MessageSent', { sid: sid(1) })],
      [sid(1)],
      UNKNOWN,
    ],
    ['not when another is open that says the same', [attempted(OTHERS, 20)], [sid(1)], UNKNOWN],
    [
      'not when of another that says the same nobody knows',
      [attempted(OTHERS, 20), outcome(OTHERS, 20, UNKNOWN, { why: 'no-answer' })],
      [sid(1)],
      UNKNOWN,
    ],
    [
      'not when another is open whose words were erased',
      [attempted(OTHERS, 20, 'erased')],
      [sid(1)],
      UNKNOWN,
    ],
    [
      'when another is open that says something else',
      [attempted(OTHERS, 20, { text: 'Hi' })],
      [sid(1)],
      sid(1),
    ],
    [
      'when another that says the same was never sent',
      [attempted(OTHERS, 20), outcome(OTHERS, 20, 'MessageNotSent', { why: 'unreachable' })],
      [sid(1)],
      sid(1),
    ],
  ])('%s', async (_, facts, found, expected) => {
    expect((await outcomeFound(facts, found)).outcome).toBe(expected);
  });

  it('by number, words and time, some minutes early since clocks differ', async () => {
    const { asked } = await outcomeFound([], []);
    expect(asked).toEqual([{ to: NUMBER, text: 'See you!', since: new Date('2026-11-20T17:55:00Z') }]);
  });

  it('never from before the watermark', async () => {
    const { asked } = await outcomeFound([], [], { watermarkAt: '2026-11-20T17:59:00Z' });
    expect(asked).toMatchObject([{ since: new Date('2026-11-20T17:59:00Z') }]);
  });

  it('not of a customer who was erased', async () => {
    const { outcome: unknown, asked } = await outcomeFound([], [sid(1)], {
      ours: attempted(OURS, 10, 'erased'),
    });
    expect([unknown, asked]).toEqual([UNKNOWN, []]);
  });
});
