import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deadlineIn } from '../../../src/eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../../src/eventsourcing/event-store.ts';
import { type CommandRun, createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import type { Cause } from '../../../src/features/messages/decision/booking-view.ts';
import { viewBooking } from '../../../src/features/messages/decision/booking-view.ts';
import { untoldOf } from '../../../src/features/messages/decision/taken-back.ts';
import { mailsStream, messagesStream } from '../../../src/features/messages/events.ts';
import { emptyLedger, evolveLedger, readLedger } from '../../../src/features/messages/ledger/ledger.ts';
import { createMessageCommands } from '../../../src/features/messages/staff/commands.ts';
import { mailsDecider, messagesDecider } from '../../../src/features/messages/staff/decider.ts';
import type { WhyUnsendable } from '../../../src/features/messages/staff/sendability.ts';
import { recorded } from '../../projections/events.ts';
import { id } from '../../support/booking/booking-facts.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';
import {
  at,
  BOOKING_ID,
  booked,
  byCustomer,
  byStaff,
  CONFIRMED,
  cancelled,
  deciding,
  NOON,
  rescheduled,
} from '../../support/messages/message-facts.ts';

/** Staff tell by text or mail that they are running late. */

function byAda(hash = 'hash', commandId: string = randomUUID()): CommandRun {
  const actor = { kind: 'admin', userId: randomUUID() } as const;
  return {
    context: { commandId, requestHash: hash, correlationId: commandId, causationId: commandId, actor },
    deadline: deadlineIn(60_000),
  };
}

const BOTH = { sms: true, email: true };
const said = { minutes: 15, words: 'Sorry!' };
const LATE = { type: 'MessageRequested', data: { lateMinutes: 15, personal: { words: 'Sorry!' } } };

describe('the command', () => {
  function given(why: Partial<Record<'sms' | 'email', WhyUnsendable>> = {}) {
    const log = memoryEventStore();
    let isKilled = false;
    const store: EventStore = {
      ...log,
      async append(stream, ...more) {
        if (isKilled && stream === mailsStream(BOOKING_ID)) throw new Error('killed');
        return log.append(stream, ...more);
      },
    };
    const now = () => NOON;
    const commands = createMessageCommands({
      streams: {
        sms: createEventStreams(store, messagesDecider, { mutex: createKeyedMutex(), now }),
        email: createEventStreams(store, mailsDecider, { mutex: createKeyedMutex(), now }),
      },
      store,
      whyUnsendable: async (channel) => why[channel] ?? null,
      sending: {
        read: async () => ({ paused: false, why: null, watermark: '', watermarkAt: new Date(0) }),
      },
      now,
    });
    const asked = async (stream: string) =>
      (await log.read(stream)).map(({ type, data }) => ({ type, data }));
    return {
      tell: (run: CommandRun, tell = BOTH) => commands.tellLate(BOOKING_ID, { ...said, tell }, run),
      both: async () => [await asked(messagesStream(BOOKING_ID)), await asked(mailsStream(BOOKING_ID))],
      kill: (isNow: boolean) => {
        isKilled = isNow;
      },
    };
  }

  it('asks in both ledgers, once, though it was killed between the two', async () => {
    const { tell, both, kill } = given();
    const run = byAda();
    kill(true);
    await expect(tell(run)).rejects.toThrow('killed');
    expect(await both()).toEqual([[LATE], []]);
    kill(false);
    const first = await tell(run);
    expect(first.reached).toEqual(['sms', 'email']);
    expect(await tell(run)).toEqual(first);
    expect(await both()).toEqual([[LATE], [LATE]]);
  });

  it('asks where the customer is reached, and is refused with the reason where that is nowhere', async () => {
    const texted = given({ email: 'no-mail-address' });
    await texted.tell(byAda());
    expect(await texted.both()).toEqual([[LATE], []]);
    const mailed = given({ sms: 'no-text-wanted' });
    await mailed.tell(byAda());
    expect(await mailed.both()).toEqual([[], [LATE]]);
    await expect(mailed.tell(byAda(), { sms: true, email: false })).rejects.toThrow('no-text-wanted');
    const none = given({ sms: 'no-text-wanted', email: 'no-mail-address' });
    await expect(none.tell(byAda())).rejects.toThrow('no-text-wanted');
    expect(await none.both()).toEqual([[], []]);
  });

  it('is not mistaken for another request under the same key', async () => {
    const { tell, both } = given();
    const run = byAda();
    await tell(run, { sms: true, email: false });
    const other = byAda('other hash', run.context.commandId);
    await expect(tell(other, { sms: false, email: true })).rejects.toThrow('idempotency-key-reused');
    expect(await both()).toEqual([[LATE], []]);
  });
});

describe('a text about it', () => {
  const position = 'f'.repeat(32);
  const asked = { type: 'MessageRequested', position, at: NOON, byCustomer: false } as const;
  const late: Cause = { ...asked, id: id(71), customText: 'Sorry!', isLate: true };
  const answer: Cause = { ...asked, id: id(72), customText: 'Yes.' };

  it('has a kind of its own, and takes along what else is to be told', () => {
    const { decide, booking } = deciding([...byCustomer(booked()), ...byStaff(CONFIRMED)]);
    expect(decide([late])).toMatchObject({ do: 'send', kind: 'late', text: 'Sorry!' });
    expect(decide([...booking.causes, late])).toMatchObject({
      kind: 'late',
      text: 'Sorry!\nconfirmed 2026-11-24 600',
    });
    expect(decide([answer, late])).toMatchObject({
      kind: 'answer',
      text: 'Yes.\nSorry!',
    });
  });

  it('says equal words once, though two of staff asked at the same moment', () => {
    const { decide } = deciding(byCustomer(booked()));
    const again = { ...late, id: id(73) };
    expect(decide([late, again])).toMatchObject({
      causes: [late.id, again.id],
      kind: 'late',
      text: 'Sorry!',
    });
  });

  it('is one where nothing is known of the kind but the request', () => {
    const { decide } = deciding(byCustomer(booked()), { isWanted: false });
    expect(decide([late])).toMatchObject({ why: 'opted-out', kind: 'late' });
  });
});

describe('a mail about it', () => {
  const late = (position = 'f'.repeat(32)) => ({
    id: id(71),
    type: 'MessageRequested' as const,
    position,
    at: NOON,
    byCustomer: false,
    customText: 'Sorry!',
    isLate: true as const,
    isAlone: true as const,
  });

  it('is in staff’s own words', () => {
    expect(deciding(byCustomer(booked())).decide([late()])).toMatchObject({
      do: 'send',
      causes: [id(71)],
      kind: 'late',
      text: 'Sorry!',
    });
  });

  it.each([
    ['once the appointment has begun', [], 'f'.repeat(32), 'too-late', at('2026-11-24T18:10:00Z')],
    ['once it was moved', byStaff(rescheduled({ notice: 'none' })), '0', 'stale-reminder', NOON],
    ['about one that is cancelled', byStaff(cancelled()), 'f'.repeat(32), 'stale-reminder', NOON],
  ])('is not sent %s', (_, changes, position, why, now) => {
    const { decide } = deciding([...byCustomer(booked()), ...changes], { now });
    expect(decide([late(position)])).toEqual({ do: 'suppress', causes: [id(71)], why, kind: 'late' });
  });

  it('leaves open what a silent cancellation then keeps from being told', () => {
    const [booking, mails] = [bookingStream(BOOKING_ID), mailsStream(BOOKING_ID)];
    const of = (stream: string) => (event: { type: string; data: object }) => ({
      stream,
      ...event,
      data: event.data as Record<string, unknown>,
    });
    const [made, confirmed, asked] = recorded([
      ...[...byCustomer(booked()), ...byStaff(CONFIRMED)].map((event) => ({ stream: booking, ...event })),
      of(mails)(LATE),
    ]);
    if (!made || !confirmed || !asked) throw new Error('nothing was recorded');
    const mail = { mailId: id(90), kind: 'late', bookingRevision: 1, personal: 'erased' };
    const ended = recorded(
      [
        { type: 'MailSent', data: { ...mail, causes: [asked.id] } },
        { type: 'MailSuppressed', data: { causes: [confirmed.id], why: 'silent' } },
      ].map(of(mails)),
    ).map((event) => ({ ...event, position: `f${event.position.slice(1)}` }));
    const untold = untoldOf(viewBooking([made, confirmed], 'email'), readLedger([asked, ...ended]));
    expect(untold.map((cause) => cause.id)).toEqual([confirmed.id]);
  });

  it('is not sent again where it failed, since staff say how late they are by then', () => {
    const mail = { mailId: id(90), causes: [id(71)], bookingRevision: 0, personal: 'erased' as const };
    const ledger = evolveLedger(emptyLedger(), {
      type: 'MailFailed',
      data: { ...mail, kind: 'late', code: 550 },
    });
    expect(() => mailsDecider.decide({ kind: 'ResendMessage', attemptId: id(90) }, ledger)).toThrow(
      'not-resendable',
    );
  });

  it('waits while messages are paused', () => {
    const sending = { paused: true, watermark: '', watermarkAt: new Date(0) };
    expect(deciding(byCustomer(booked()), { sending }).decide([late()])).toEqual({ do: 'wait', until: null });
  });
});
