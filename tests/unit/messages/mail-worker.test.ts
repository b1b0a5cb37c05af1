import { expect, it } from 'vitest';
import { type EventStore, StoreUnavailable } from '../../../src/eventsourcing/event-store.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { mailChannel, mailRowId } from '../../../src/features/messages/channels.ts';
import { mailsStream, messagesStream } from '../../../src/features/messages/events.ts';
import { createMessageAppends } from '../../../src/features/messages/ledger/append.ts';
import { createOutcomeRecorder } from '../../../src/features/messages/ledger/record-outcome.ts';
import type { MailLimits } from '../../../src/features/messages/mails/mail-limits.ts';
import { createMailWorker } from '../../../src/features/messages/mails/mail-worker.ts';
import type { SendMail } from '../../../src/features/messages/mails/send-mail.ts';
import type { CauseRows } from '../../../src/features/messages/queue/queue.ts';
import { record } from '../../projections/events.ts';
import { id } from '../../support/booking/booking-facts.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';
import {
  BOOKING_ID,
  booked,
  byCustomer,
  byStaff,
  CONFIRMED,
  channelDeps,
  messageRules,
  NOON,
} from '../../support/messages/message-facts.ts';

const STREAM = mailsStream(BOOKING_ID);
type Tried = Awaited<ReturnType<SendMail>>;
const ACCEPTED: Tried = { outcome: 'accepted', isKept: false };

/** A log with a booking that its customer made and staff confirmed, and a worker that mails about it at noon. */
async function given(tries: readonly (Tried | (() => Promise<Tried>))[], limits?: MailLimits) {
  const log = memoryEventStore();
  const personal = { name: 'Ada', email: 'ada@example.com', phone: null, phoneE164: null, notes: null };
  const facts = [...byCustomer(booked({ personal })), ...byStaff(CONFIRMED)];
  await record(
    log,
    facts.map((event) => ({ stream: bookingStream(BOOKING_ID), at: NOON.toISOString(), ...event })),
  );
  const [asked, confirmed] = (await log.read(bookingStream(BOOKING_ID))).map((event) => event.id);
  if (asked === undefined || confirmed === undefined) throw new Error('nothing was asked for');
  let clock = NOON.getTime();
  const now = () => new Date(clock);
  const sent: string[] = [];
  const told: { readonly kind: string; readonly text: string }[] = [];
  const waits: [causeId: string, seconds: number, waitsFor: string][] = [];
  const ended: string[] = [];
  const rows: CauseRows = {
    openFor: async () => 0,
    lookAgain: async (causeId, at, waitsFor) => {
      waits.push([causeId, (at.getTime() - clock) / 1_000, waitsFor]);
    },
    end: async (causeId) => {
      ended.push(causeId);
    },
  };
  const workerOn = (store: EventStore = log) => {
    const appends = createMessageAppends({ store, now });
    const rules = { ...messageRules, isServed: () => true };
    const channel = mailChannel({ ...channelDeps, rules });
    return createMailWorker({
      store,
      appends,
      recorder: createOutcomeRecorder({ store, appends, streamOf: channel.streamOf }),
      limits: limits ?? { allow: async () => 'allowed' },
      channel: { ...channel, rows },
      async sendMail({ mailId, words, text }) {
        told.push({ kind: words, text });
        const tried = tries[sent.length] ?? ACCEPTED;
        sent.push(mailId);
        return typeof tried === 'function' ? tried() : tried;
      },
      now,
      monotonic: () => clock,
      together: async () => {},
      ended: () => {},
    });
  };
  const about = (causeId: string) => ({ causeId, bookingId: BOOKING_ID });
  return {
    log,
    asked: about(asked),
    confirmed: about(confirmed),
    mailId: mailRowId(confirmed),
    sent,
    told,
    waits,
    ended,
    workerOn,
    ledger: async () => (await log.read(STREAM)).map(({ type, data }) => ({ type, causes: data.causes })),
    later: (seconds: number) => {
      clock += seconds * 1_000;
    },
  };
}

const lostBeforeAppend = (log: EventStore): EventStore => ({
  ...log,
  append: async () => {
    throw new Error('killed');
  },
});

it('becomes one mail about both changes, recorded once, however often and by whomever it is looked at', async () => {
  const { workerOn, asked, confirmed, mailId, sent, ended, ledger } = await given([]);
  const look = workerOn();
  await Promise.all([look(asked), look(confirmed), look(asked)]);
  await workerOn()(confirmed);
  expect(sent).toEqual([mailId]);
  expect(await ledger()).toEqual([{ type: 'MailSent', causes: [asked.causeId, confirmed.causeId] }]);
  expect(new Set(ended)).toEqual(new Set([asked.causeId, confirmed.causeId]));
});

it('is sent again under the same id after a kill between the answer and its record', async () => {
  const { log, workerOn, asked, mailId, sent, ledger } = await given([]);
  await expect(workerOn(lostBeforeAppend(log))(asked)).rejects.toThrow('killed');
  expect(await ledger()).toEqual([]);
  await workerOn()(asked);
  expect(sent).toEqual([mailId, mailId]);
  expect(await ledger()).toHaveLength(1);
});

it('is recorded once where two processes sent it side by side, by the first answer', async () => {
  const gate = Promise.withResolvers<Tried>();
  const { workerOn, asked, confirmed, sent, mailId, ledger } = await given([() => gate.promise]);
  const slow = workerOn()(asked);
  await expect.poll(() => sent.length).toBe(1);
  await workerOn()(confirmed);
  gate.resolve({ outcome: 'refused', code: 550 });
  await slow;
  expect(sent).toEqual([mailId, mailId]);
  expect((await ledger()).map(({ type }) => type)).toEqual(['MailSent']);
});

it('is recorded although staff asked for it again meanwhile, and through an outage', async () => {
  const { log, workerOn, asked, ledger } = await given([
    async () => {
      await record(log, [{ stream: STREAM, type: 'MessageRequested', data: { resends: id(70) } }]);
      return ACCEPTED;
    },
  ]);
  let isLost = true;
  const losing: EventStore = {
    ...log,
    async append(...of) {
      const wasLost = isLost;
      isLost = false;
      if (wasLost) throw new StoreUnavailable('away');
      return log.append(...of);
    },
  };
  await workerOn(losing)(asked);
  expect((await ledger()).map(({ type }) => type)).toEqual(['MessageRequested', 'MailSent']);
});

it('is tried again after twice as long each time while the mail server takes nothing, then says so nowhere', async () => {
  const busy: Tried = { outcome: 'not-sent' };
  const { workerOn, asked, waits, later, sent, mailId, ledger } = await given([busy, busy, busy, busy]);
  const look = workerOn();
  for (const seconds of [0, 30, 30, 3_600]) {
    later(seconds);
    await look(asked);
  }
  expect(waits.map(([, seconds, waitsFor]) => [seconds, waitsFor])).toEqual(
    [20, 30, 60, 600].map((seconds) => [seconds, 'provider']),
  );
  expect(await ledger()).toEqual([]);
  await look(asked);
  expect(new Set(sent)).toEqual(new Set([mailId]));
  expect((await ledger()).map(({ type }) => type)).toEqual(['MailSent']);
});

it.each([
  [{ outcome: 'refused', code: 550 }, 'MailFailed'],
  [{ outcome: 'unknown' }, 'MailOutcomeUnknown'],
] as const)('is not repeated by itself after %j', async (tried, type) => {
  const { workerOn, asked, confirmed, sent, ledger } = await given([tried]);
  const look = workerOn();
  for (const cause of [asked, confirmed]) await look(cause);
  expect(sent).toHaveLength(1);
  expect((await ledger()).map((event) => event.type)).toEqual([type]);
});

it('is not sent over a limit, and closes no cause of a text', async () => {
  const { log, workerOn, asked, confirmed, ledger } = await given([], { allow: async () => 'over-cap' });
  await workerOn()(asked);
  expect(await ledger()).toEqual([{ type: 'MailSuppressed', causes: [asked.causeId, confirmed.causeId] }]);
  expect(await log.read(messagesStream(BOOKING_ID))).toEqual([]);
});

it('about being late is one of its own, in the words of staff', async () => {
  const { log, workerOn, asked, confirmed, told, ledger } = await given([]);
  const data = { lateMinutes: 15, personal: { words: 'Fifteen minutes, sorry!' } };
  await record(log, [{ stream: STREAM, type: 'MessageRequested', at: NOON.toISOString(), data }]);
  const [late] = (await log.read(STREAM)).map((event) => event.id);
  if (late === undefined) throw new Error('nothing was requested');
  const look = workerOn();
  await look({ ...asked, causeId: late });
  expect(told).toEqual([{ kind: 'late', text: 'Fifteen minutes, sorry!' }]);
  await look(asked);
  expect(told.at(-1)).toMatchObject({ kind: 'confirmed' });
  expect((await ledger()).slice(1)).toEqual([
    { type: 'MailSent', causes: [late] },
    { type: 'MailSent', causes: [asked.causeId, confirmed.causeId] },
  ]);
});
