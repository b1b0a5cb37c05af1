import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '../../../src/adapters/sms/provider.ts';
import { type EventStore, StoreUnavailable } from '../../../src/eventsourcing/event-store.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { messagesStream } from '../../../src/features/messages/events.ts';
import { readLedger, statusOf } from '../../../src/features/messages/ledger/ledger.ts';
import { record } from '../../projections/events.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';
import { BOOKING_ID, booked, byCustomer } from '../../support/messages/message-facts.ts';
import { textSender } from '../../support/messages/text-sender.ts';

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
  let sent = 0;
  const look = textSender(store, async () => {
    sent += 1;
    return outcome;
  });
  const isFailed = await look({ causeId: cause?.id ?? '', bookingId: BOOKING_ID }).then(
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
        // An outage before the claim loses nothing: the job is done again.
        if (attempts.length === 0) expect([isFailed, sent]).toEqual([true, 0]);
        else expect([lostAt, attempts, sent]).toEqual([lostAt, [status], 1]);
      }
    }
    expect(lost).toBeGreaterThan(10);
  });
});

it('the outcome of a text is recorded also if something else was written to its ledger during the call', async () => {
  const log = memoryEventStore();
  await record(
    log,
    byCustomer(booked()).map((event) => ({ stream: bookingStream(BOOKING_ID), ...event })),
  );
  const [cause] = await log.read(bookingStream(BOOKING_ID));
  const look = textSender(log, async () => {
    await record(log, [{ stream, type: 'MessageRequested', data: {} }]);
    return { outcome: 'accepted', sid: `SM${'1'.repeat(32)}` };
  });
  await look({ causeId: cause?.id ?? '', bookingId: BOOKING_ID });
  const types = (await log.read(stream)).map(({ type }) => type);
  expect(types).toEqual(['MessageAttempted', 'MessageRequested', 'MessageSent']);
});
