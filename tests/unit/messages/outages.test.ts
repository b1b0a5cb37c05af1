import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '../../../src/adapters/sms/provider.ts';
import { type EventStore, StoreUnavailable } from '../../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../../../src/eventsourcing/memory-event-store.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { messagesStream } from '../../../src/features/messages/events.ts';
import { statusOf } from '../../../src/features/messages/ledger.ts';
import { readLedger } from '../../../src/features/messages/read-streams.ts';
import { createMessageAppends } from '../../../src/features/messages/worker/append.ts';
import { textChannel } from '../../../src/features/messages/worker/facts.ts';
import { createOutcomeRecorder } from '../../../src/features/messages/worker/record.ts';
import { createMessageWorker } from '../../../src/features/messages/worker/worker.ts';
import { record } from '../../projections/events.ts';
import { BOOKING_ID, booked, byCustomer, messageRules, NOON } from '../../support/message-facts.ts';

const stream = messagesStream(BOOKING_ID);

/** One text that is looked at once, while the log is lost at one call of it: before, or once it has done what it was asked. */
async function lookedAt(lostAt: number, isDone: boolean, outcome: SendOutcome) {
  const log = memoryEventStore();
  await record(
    log,
    byCustomer(booked()).map((event) => ({ stream: bookingStream(BOOKING_ID), ...event })),
  );
  const [cause] = await log.read(bookingStream(BOOKING_ID));
  let calls = 0;
  const losing =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      calls += 1;
      const isLost = calls === lostAt;
      if (isLost && !isDone) throw new StoreUnavailable('lost');
      const result = await call(...args);
      if (isLost) throw new StoreUnavailable('lost');
      return result;
    };
  const store: EventStore = { ...log, read: losing(log.read), append: losing(log.append) };
  const now = () => NOON;
  const appends = createMessageAppends({ store, now });
  let sent = 0;
  const look = createMessageWorker({
    store,
    appends,
    recorder: createOutcomeRecorder({ store, appends, streamOf: messagesStream }),
    rows: {
      find: async () => ({ bookingId: BOOKING_ID, ended: false }),
      openFor: async () => 0,
      lookAgain: async () => {},
      end: async () => {},
    },
    counts: { allow: async () => 'allowed', bookingsOf: async () => [BOOKING_ID] },
    sending: { read: async () => ({ paused: false, line: '', lineAt: new Date(0) }) },
    provider: {
      send: async () => {
        sent += 1;
        return outcome;
      },
      find: async () => [],
      receiptOf: async () => ({ status: 'pending' }),
    },
    rules: messageRules,
    channel: textChannel({ store, hashNumber: (number) => number, isOutbox: false }),
    hashNumber: (number) => number,
    randomId: randomUUID,
    now,
    monotonic: () => performance.now(),
    ended: () => {},
  });
  const isFailed = await look(cause?.id ?? '').then(
    () => false,
    () => true,
  );
  const { ledger } = readLedger(await log.read(stream));
  const attempts = [...ledger.attempts.values()].map(statusOf);
  return { wasReached: calls >= lostAt, isFailed, attempts, sent };
}

describe('a text, when the log is lost for a moment', () => {
  it.each<[string, SendOutcome, string]>([
    ['that the provider has taken', { outcome: 'accepted', sid: `SM${'1'.repeat(32)}` }, 'sent'],
    ['that the provider has not taken', { outcome: 'not-sent', why: 'unreachable' }, 'reopened'],
    ['that the provider refuses', { outcome: 'refused', code: 30_006 }, 'failed'],
  ])('%s, is never left without its outcome', async (_text, outcome, status) => {
    let lost = 0;
    for (const isDone of [false, true]) {
      for (let lostAt = 1; ; lostAt += 1) {
        const { wasReached, isFailed, attempts, sent } = await lookedAt(lostAt, isDone, outcome);
        if (!wasReached) break;
        lost += 1;
        // Before its claim there is nothing to lose: its job is done again.
        if (attempts.length === 0) expect([isFailed, sent]).toEqual([true, 0]);
        else expect([lostAt, attempts, sent]).toEqual([lostAt, [status], 1]);
      }
    }
    expect(lost).toBeGreaterThan(10);
  });
});
