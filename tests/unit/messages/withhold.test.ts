import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { deadlineIn } from '../../../src/eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import { type CommandRun, createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { messagesStream, reminderIdOf } from '../../../src/features/messages/events.ts';
import { createMessageCommands } from '../../../src/features/messages/staff/commands.ts';
import { mailsDecider, messagesDecider } from '../../../src/features/messages/staff/decider.ts';
import { record } from '../../projections/events.ts';
import { id, slot } from '../../support/booking/booking-facts.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';
import {
  BOOKING_ID,
  booked,
  byCustomer,
  byStaff,
  CONFIRMED,
  channelParts,
  NOON,
} from '../../support/messages/message-facts.ts';
import { textSender } from '../../support/messages/text-sender.ts';

/** A booking that nobody was told of yet, with a worker that tells it and staff who keep that back. */
async function given() {
  const log = memoryEventStore();
  const happen = (...events: ReturnType<typeof byCustomer>) =>
    record(
      log,
      events.map((event) => ({ stream: bookingStream(BOOKING_ID), ...event })),
    );
  await happen(...byCustomer(booked()));
  const [cause] = await log.read(bookingStream(BOOKING_ID));
  const now = () => NOON;
  let sent = 0;
  let step = async () => {};
  const stepping =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await step();
      return call(...args);
    };
  const store = { ...log, read: stepping(log.read), append: stepping(log.append) };
  const look = textSender(
    store,
    stepping(async () => {
      sent += 1;
      return { outcome: 'accepted', sid: `SM${'1'.repeat(32)}` } as const;
    }),
  );
  const ended: string[] = [];
  const rows = {
    end: async (causeId: string) => {
      ended.push(causeId);
    },
  };
  const streamsOf = (decider: typeof messagesDecider) =>
    createEventStreams(log, decider, { mutex: createKeyedMutex(), now });
  const commands = createMessageCommands({
    streams: { sms: streamsOf(messagesDecider), email: streamsOf(mailsDecider) },
    whyUnsendable: async () => null,
    sending: channelParts.sending,
    store: log,
    channels: { sms: { rows }, email: { rows } },
  });
  return {
    happen,
    /** @param change counts from the booking on */
    look: async (change = 0) => {
      const { id: causeId = '' } = (await log.read(bookingStream(BOOKING_ID)))[change] ?? {};
      await look({ causeId, bookingId: BOOKING_ID });
    },
    sent: () => sent,
    ended,
    rows,
    causes: [cause?.id ?? ''],
    withhold: (causes: readonly string[], run = byAdmin()) =>
      commands.withhold('sms', BOOKING_ID, causes, run),
    ledger: async () =>
      (await log.read(messagesStream(BOOKING_ID))).map(({ type, data }) => ({ type, ...data })),
    /** Does something before the n-th thing that the worker does. @returns whether it came to that */
    atStep(n: number, work: () => Promise<void>) {
      let steps = 0;
      step = async () => {
        steps += 1;
        if (steps === n) await work();
      };
      return () => steps >= n;
    },
  };
}

function byAdmin(): CommandRun {
  const commandId = randomUUID();
  const actor = { kind: 'admin', userId: randomUUID() } as const;
  return {
    context: { commandId, requestHash: 'hash', correlationId: commandId, causationId: commandId, actor },
    deadline: deadlineIn(5_000),
  };
}

const NOT_WAITING = { code: 'message-not-waiting' };

it('either leaves or is kept back, whenever the worker is about to send it', async () => {
  const outcomes: string[] = [];
  for (let n = 1; ; n += 1) {
    const { look, withhold, causes, atStep, sent, ledger } = await given();
    let outcome = '';
    const wasReached = atStep(n, () =>
      withhold(causes).then(
        () => {
          outcome = 'kept back';
        },
        (error: unknown) => {
          expect(error).toMatchObject(NOT_WAITING);
          outcome = 'refused';
        },
      ),
    );
    await look();
    if (!wasReached()) break;
    outcomes.push(outcome);
    expect([outcome, sent()], `before step ${n}`).toEqual([outcome, outcome === 'refused' ? 1 : 0]);
    const types = (await ledger()).map(({ type }) => type);
    expect(types.includes('MessageSuppressed')).toBe(outcome === 'kept back');
    // It is never sent later either.
    await look();
    expect(sent()).toBe(outcome === 'refused' ? 1 : 0);
  }
  expect(new Set(outcomes)).toEqual(new Set(['kept back', 'refused']));
});

it('says what it would have told, and ends its row', async () => {
  const { withhold, causes, ledger, ended, look } = await given();
  await withhold(causes);
  expect(await ledger()).toEqual([{ type: 'MessageSuppressed', causes, why: 'withheld', kind: 'booked' }]);
  expect(ended).toEqual(causes);
  await look();
  expect(await ledger()).toHaveLength(1);
});

it('is kept back once for one key, also where the process was killed before the row had ended', async () => {
  const { withhold, causes, ledger, ended, rows } = await given();
  const run = byAdmin();
  const { end } = rows;
  rows.end = () => Promise.reject(new Error('killed'));
  await expect(withhold(causes, run)).rejects.toThrow('killed');
  rows.end = end;
  await withhold(causes, run);
  expect(await ledger()).toHaveLength(1);
  expect(ended).toEqual(causes);
  await expect(withhold(causes)).rejects.toMatchObject(NOT_WAITING);
});

it('leaves what was asked for since, which is told', async () => {
  const { withhold, causes, happen, look, sent, ledger } = await given();
  await happen(...byStaff(CONFIRMED));
  await withhold(causes);
  await look();
  expect(sent()).toBe(0);
  await look(1);
  expect(sent()).toBe(1);
  expect(await ledger()).toMatchObject([
    { type: 'MessageSuppressed', causes },
    { type: 'MessageAttempted', kind: 'confirmed' },
    { type: 'MessageSent' },
  ]);
});

it('may be a reminder; nothing that asks for no message about the appointment is kept back', async () => {
  const { withhold, causes, ledger } = await given();
  await withhold([reminderIdOf(BOOKING_ID, slot.slotId)]);
  expect(await ledger()).toMatchObject([{ why: 'withheld', kind: 'reminder' }]);
  for (const strange of [[id(99)], [...causes, id(99)]])
    await expect(withhold(strange)).rejects.toMatchObject(NOT_WAITING);
});
