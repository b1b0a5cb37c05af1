import { describe, expect, it } from 'vitest';
import { derivedId } from '../../../src/eventsourcing/identity.ts';
import type { MessageEvent } from '../../../src/features/messages/events.ts';
import { type Fact, recorded } from '../../projections/events.ts';
import { id, moved, requested, slot } from '../../support/booking/booking-facts.ts';
import { BOOKING_ID, NUMBER } from '../../support/messages/message-facts.ts';
import { createMessagesProof } from '../../support/messages/messages-proof.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 20, 0, seconds)).toISOString();
const DAYS = 86_400;
const [A, B] = [id(70), id(71)];
const SID = (n: number) => `SM${String(n).repeat(32)}`;

const booking = (type: string, data: object, seconds = 0): Fact => ({
  stream: `booking-${BOOKING_ID}`,
  type,
  data: data as Fact['data'],
  at: at(seconds),
});
const message = <Type extends MessageEvent['type']>(
  type: Type,
  data: Extract<MessageEvent, { type: Type }>['data'],
  seconds = 30,
): Fact => ({ stream: `messages-${BOOKING_ID}`, type, data, at: at(seconds) });
const number = (type: string, providersTime: number, seconds = providersTime): Fact => ({
  stream: `number-hash of ${NUMBER}`,
  type,
  data: { source: SID(9), at: at(providersTime) },
  at: at(seconds),
});

const booked = (seconds = 0) => booking('BookingRequested', requested().data, seconds);
/** `recorded` gives random ids, so causes are known by what they are in these facts. */
const CAUSE = 'the booking';
const AGAIN = 'what was asked for again';
const CAUSE_IDS: Readonly<Record<string, string>> = { BookingRequested: CAUSE, MessageRequested: AGAIN };
const attempted = (attemptId: string, causes = [CAUSE], seconds = 30) =>
  message(
    'MessageAttempted',
    {
      attemptId,
      causes,
      kind: 'booked',
      bookingRevision: 0,
      segments: 1,
      personal: { to: NUMBER, text: 'See you' },
    },
    seconds,
  );
const sent = (attemptId: string, n = 1) => message('MessageSent', { attemptId, sid: SID(n) });
const delivered = (attemptId: string) => message('MessageDelivered', { attemptId });
const unknown = (attemptId: string) => message('MessageOutcomeUnknown', { attemptId, why: 'no-answer' });
const notSent = (attemptId: string) => message('MessageNotSent', { attemptId, why: 'unreachable' });
const failed = (attemptId: string, sid?: string) =>
  message('MessageFailed', { attemptId, code: 30_003, ...(sid && { sid }) });
const again = (resends: string) => message('MessageRequested', { resends });

const SENDING = { paused: false, watermark: '', since: new Date(0) };

function violations(now: Date, facts: readonly Fact[], sending: typeof SENDING | undefined = SENDING) {
  const proof = createMessagesProof((one) => `hash of ${one}`);
  for (const event of recorded(facts)) proof.apply({ ...event, id: CAUSE_IDS[event.type] ?? event.id });
  return proof.violations(now, sending).map(({ kind }) => kind);
}
const soon = new Date(at(60));
const muchLater = new Date(at(3 * DAYS));

describe('the proof of messages', () => {
  it.each([
    ['delivered', [booked(), attempted(A), sent(A), delivered(A)]],
    ['reported before it was recorded as sent', [booked(), attempted(A), delivered(A), sent(A)]],
    ['given back and tried again', [booked(), attempted(A), notSent(A), attempted(B), sent(B), delivered(B)]],
    [
      'unknown, and asked for again',
      [booked(), attempted(A), unknown(A), again(A), attempted(B, [AGAIN]), failed(B)],
    ],
    ['known by its outcome alone, after a restore', [booked(), delivered(A), attempted(B), failed(B)]],
    ['suppressed', [booked(), message('MessageSuppressed', { causes: [CAUSE], why: 'too-late' })]],
    [
      'in again',
      [number('NumberOptedOut', 1), number('NumberOptedIn', 2), booked(), attempted(A), delivered(A)],
    ],
    ['stopped at the last moment', [booked(), number('NumberOptedOut', 29), attempted(A), delivered(A)]],
    [
      'stopped, and therefore given back',
      [
        booked(),
        number('NumberOptedOut', 1),
        attempted(A),
        notSent(A),
        message('MessageSuppressed', { causes: [CAUSE], why: 'opted-out' }),
      ],
    ],
  ] as const)('finds nothing wrong with a text %s', (_, facts) => {
    expect(violations(soon, facts)).toEqual([]);
  });

  it.each([
    ['claimed-twice', [booked(), attempted(A), sent(A), delivered(A), attempted(B)]],
    ['claimed-twice', [booked(), attempted(A), unknown(A), notSent(A), attempted(B)]],
    ['claimed-twice', [booked(), attempted(A), notSent(A), attempted(A)]],
    [
      'claimed-twice',
      [booked(), message('MessageSuppressed', { causes: [CAUSE], why: 'silent' }), attempted(A)],
    ],
    ['claimed-beside', [booked(), attempted(A), attempted(B, ['another cause'])]],
    ['taken-though-given-back', [booked(), attempted(A), notSent(A), sent(A)]],
    ['resent-for-nothing', [booked(), attempted(A), sent(A), delivered(A), again(A)]],
    ['resent-for-nothing', [booked(), attempted(A), sent(A), unknown(A), again(A)]],
    ['resent-for-nothing', [booked(), attempted(A), unknown(A), again(A), again(A)]],
    ['texted-after-stop', [number('NumberOptedOut', 1), booked(), attempted(A), delivered(A)]],
    [
      'texted-after-stop',
      [
        number('NumberOptedIn', 1, 5),
        number('NumberOptedOut', 1, 2),
        booked(),
        attempted(A),
        failed(A, SID(1)),
      ],
    ],
    [
      'texted-without-consent',
      [booked(), booking('SmsConsentChanged', { smsConsent: false }, 5), attempted(A), sent(A)],
    ],
    [
      'reminded-of-another-time',
      [
        booked(),
        booking('BookingRescheduled', { ...moved, from: slot, notice: 'none' }, 5),
        attempted(A, [derivedId('reminder', BOOKING_ID, slot.slotId)]),
        sent(A),
      ],
    ],
    [
      'reminded-of-another-time',
      [
        booked(),
        booking('BookingCancelled', { slotId: slot.slotId, notice: 'none' }, 5),
        attempted(A, [derivedId('reminder', BOOKING_ID, slot.slotId)]),
        sent(A),
      ],
    ],
  ] as const)('finds %s', (kind, facts) => {
    expect(violations(soon, facts)).toEqual([kind]);
  });

  it('finds a resend that never got an end', () => {
    const failedOnce = [booked(), attempted(A), failed(A)];
    const asked = [...failedOnce, again(A)];
    expect(violations(muchLater, failedOnce)).toEqual([]);
    expect(violations(muchLater, asked)).toEqual(['messenger-behind']);
    expect(violations(soon, asked)).toEqual([]);
    const ends = [
      [attempted(id(72), [AGAIN]), delivered(id(72))],
      [message('MessageSuppressed', { causes: [AGAIN], why: 'too-late' })],
    ];
    for (const end of ends) expect(violations(muchLater, [...asked, ...end])).toEqual([]);
    expect(violations(muchLater, [...asked, attempted(id(72), [AGAIN])])).toEqual(['messenger-behind']);
    expect(violations(soon, [...asked, again(A)])).toEqual(['resent-for-nothing']);
  });

  it('finds two texts for one cause that the provider has taken', () => {
    const facts = [booked(), attempted(A), notSent(A), attempted(B), sent(B, 2), delivered(A)];
    expect(violations(soon, facts)).toEqual(['taken-though-given-back', 'taken-twice']);
  });

  it.each([
    ['delivered', [delivered(A)]],
    ['failed', [failed(A)]],
    ['unknown', [unknown(A)]],
    ['taken, without a receipt', [sent(A), unknown(A)]],
  ] as const)('finds an end in a text that is %s', (_, outcome) => {
    expect(violations(muchLater, [booked(), attempted(A), ...outcome])).toEqual([]);
  });

  it('finds a cause without an end after two days, unless texts wait on purpose or never were to leave', () => {
    for (const facts of [[booked()], [booked(), attempted(A)], [booked(), attempted(A), sent(A)]]) {
      expect(violations(muchLater, facts)).toEqual(['messenger-behind']);
      expect(violations(soon, facts)).toEqual([]);
      expect(violations(muchLater, facts, { ...SENDING, paused: true })).toEqual([]);
      expect(violations(muchLater, facts, { ...SENDING, since: muchLater })).toEqual([]);
    }
    const proof = createMessagesProof();
    for (const event of recorded([booked()])) proof.apply(event);
    expect(proof.violations(muchLater, undefined)).toEqual([]);
    expect(proof.violations(muchLater, { ...SENDING, watermark: 'f' })).toEqual([]);
  });

  it('counts the texts that were claimed', () => {
    const proof = createMessagesProof();
    for (const event of recorded([booked(), attempted(A), notSent(A), attempted(B)])) proof.apply(event);
    expect(proof.texts).toBe(2);
  });
});
