import { describe, expect, it } from 'vitest';
import type { Cause } from '../../../src/features/messages/decision/booking-view.ts';
import { lastMessageOf } from '../../../src/features/messages/decision/taken-back.ts';
import type { MessageEvent } from '../../../src/features/messages/events.ts';
import {
  canResend,
  emptyLedger,
  evolveLedger,
  readLedger,
} from '../../../src/features/messages/ledger/ledger.ts';
import { type MessagesCommand, messagesDecider } from '../../../src/features/messages/staff/decider.ts';
import { recorded } from '../../projections/events.ts';
import { id } from '../../support/booking/booking-facts.ts';
import {
  at,
  BOOKING_ID,
  booked,
  byCustomer,
  byStaff,
  CONFIRMED,
  cancelled,
  consent,
  deciding,
  NOON,
  NUMBER,
  rescheduled,
} from '../../support/messages/message-facts.ts';

const REPLY = id(80);

/** An answer; the higher its number, the later it was written. */
const answer = (number: number, words: string | undefined = `Answer ${number}`): Cause => ({
  id: id(70 + number),
  type: 'MessageRequested',
  position: `f${number}`.padEnd(32, '0'),
  at: NOON,
  byCustomer: false,
  customText: words,
});
const DURING = at('2026-11-24T18:10:00Z');

describe('an answer to a customer', () => {
  it('is sent in the words of staff, by itself where the customer knows all else', () => {
    const { decide } = deciding(byCustomer(booked()));
    expect(decide([answer(1)])).toEqual({
      do: 'send',
      causes: [id(71)],
      kind: 'answer',
      words: 'answer',
      to: NUMBER,
      text: 'Answer 1',
    });
  });

  it('is followed by the usual text where the customer is to be told of a change as well', () => {
    const { decide, booking } = deciding([...byCustomer(booked()), ...byStaff(CONFIRMED)]);
    const causes = [...booking.causes, answer(1)];
    expect(decide(causes)).toMatchObject({
      do: 'send',
      kind: 'answer',
      causes: causes.map((cause) => cause.id),
      text: 'Answer 1\nconfirmed 2026-11-24 600',
    });
  });

  it('takes earlier answers along that have not left', () => {
    const { decide } = deciding(byCustomer(booked()));
    expect(decide([answer(1), answer(2)])).toMatchObject({ kind: 'answer', text: 'Answer 1\nAnswer 2' });
  });

  it('is not sent once something was caused or changed after it', () => {
    const { decide } = deciding(byCustomer(booked()));
    const button = answer(2, undefined);
    expect(decide([answer(1), { ...button, customText: undefined }])).toMatchObject({
      kind: 'booked',
      text: 'booked 2026-11-24 600',
    });
    const moved = deciding([...byCustomer(booked()), ...byStaff(rescheduled({ notice: 'none' }))]);
    const before: Cause = { ...answer(1), position: '0' };
    expect(moved.decide([before])).toMatchObject({ kind: 'booked', text: 'booked 2026-11-25 720' });
  });

  it('is sent after the appointment has begun, unlike what was to be told about that', () => {
    const { decide, booking } = deciding(byCustomer(booked()), { now: DURING });
    const late: Cause = { ...answer(1), at: DURING };
    expect(decide([late])).toMatchObject({ do: 'send', text: 'Answer 1' });
    expect(decide([...booking.causes, late])).toEqual({
      do: 'suppress',
      causes: booking.causes.map((cause) => cause.id),
      why: 'too-late',
      kind: 'booked',
    });
  });

  it('is not sent a day after it was written', () => {
    const now = new Date(NOON.getTime() + 86_400_001);
    const { decide } = deciding(byCustomer(booked()), { now });
    expect(decide([answer(1)])).toEqual({
      do: 'suppress',
      causes: [id(71)],
      why: 'answer-too-late',
      kind: 'answer',
    });
  });

  it.each([
    ['without consent', [...byCustomer(booked()), ...byStaff(consent(false))], {}, 'no-consent'],
    ['to a number that opted out', byCustomer(booked()), { isWanted: false }, 'opted-out'],
    [
      'before a silent cancellation',
      [...byCustomer(booked()), ...byStaff(cancelled({ notice: 'none' }))],
      {},
      'silent',
    ],
  ])('is not sent %s', (_, history, context, why) => {
    const { decide } = deciding(history, context);
    expect(decide([{ ...answer(1), position: why === 'silent' ? '0' : 'f'.repeat(32) }])).toMatchObject({
      do: 'suppress',
      why,
      kind: 'answer',
    });
  });

  it('waits for the morning', () => {
    const now = at('2026-11-21T06:00:00Z');
    const { decide } = deciding(byCustomer(booked()), { now });
    expect(decide([{ ...answer(1), at: now }])).toEqual({ do: 'wait', until: at('2026-11-21T16:00:00Z') });
  });

  it('says nothing certain of what the customer knows of the appointment', () => {
    const { events } = deciding(byCustomer(booked()));
    const claimed = (kind: 'booked' | 'answer') =>
      readLedger(
        recorded(
          [
            {
              type: 'MessageAttempted',
              data: {
                attemptId: id(90),
                causes: [id(71)],
                kind,
                bookingRevision: 0,
                segments: 1,
                personal: 'erased',
              },
            },
            { type: 'MessageDelivered', data: { attemptId: id(90) } },
          ].map((event) => ({ stream: `messages-${BOOKING_ID}`, ...event })),
        ),
      );
    expect(lastMessageOf(events, claimed('booked'))).toMatchObject({ status: 'pending' });
    expect(lastMessageOf(events, claimed('answer'))).toBeUndefined();
  });
});

describe('in the ledger', () => {
  const asked: MessageEvent = {
    type: 'MessageRequested',
    data: { answers: REPLY, personal: { words: 'Yes' } },
  };
  const dismissed: MessageEvent = { type: 'ReplyDismissed', data: { replyId: REPLY } };
  const decide = (command: MessagesCommand, ...before: readonly MessageEvent[]) =>
    messagesDecider.decide(command, before.reduce(evolveLedger, emptyLedger()));
  const answering = (answersSeen: number): MessagesCommand => ({
    kind: 'AnswerReply',
    replyId: REPLY,
    words: 'Yes',
    answersSeen,
  });

  it('an answer is written by who has seen the ones before it', () => {
    expect(decide(answering(0))).toEqual([asked]);
    expect(() => decide(answering(0), asked)).toThrow('answered-meanwhile');
    expect(decide(answering(1), asked)).toEqual([asked]);
    expect(() => decide(answering(1))).toThrow('answered-meanwhile');
  });

  it('a reply is dismissed once', () => {
    const dismiss: MessagesCommand = { kind: 'DismissReply', replyId: REPLY };
    expect(decide(dismiss)).toEqual([dismissed]);
    expect(decide(dismiss, dismissed)).toEqual([]);
    expect(decide(dismiss, asked)).toEqual([dismissed]);
  });

  it('an answer that failed is not sent again by itself, but written anew', () => {
    const failed = (kind: 'answer' | 'custom', ...causes: string[]) =>
      [
        {
          type: 'MessageAttempted',
          data: { attemptId: id(90), causes, kind, bookingRevision: 0, segments: 1, personal: 'erased' },
        },
        { type: 'MessageFailed', data: { attemptId: id(90), code: 30003 } },
      ] as const satisfies readonly MessageEvent[];
    const attemptAfter = (events: readonly MessageEvent[]) => {
      const attempt = events.reduce(evolveLedger, emptyLedger()).attempts.get(id(90));
      return attempt && canResend(attempt);
    };
    expect(attemptAfter(failed('answer', id(71)))).toBe(false);
    // The customer was to be told of a change as well.
    expect(attemptAfter(failed('answer', id(70), id(71)))).toBe(true);
    expect(attemptAfter(failed('custom', id(71)))).toBe(true);
  });
});
