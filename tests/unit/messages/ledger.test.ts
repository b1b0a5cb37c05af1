import { describe, expect, it } from 'vitest';
import type { MessageEvent } from '../../../src/features/messages/events.ts';
import {
  canResend,
  causeStatus,
  emptyLedger,
  evolveLedger,
  openAttempt,
} from '../../../src/features/messages/ledger/ledger.ts';
import { takesTexts } from '../../../src/features/messages/numbers.ts';
import { recorded } from '../../projections/events.ts';
import { id } from '../../support/booking/booking-facts.ts';

const CAUSE = id(1);
const SID = `SM${'0'.repeat(32)}`;
const attempted = (n: number): MessageEvent => ({
  type: 'MessageAttempted',
  data: {
    attemptId: id(n),
    causes: [CAUSE],
    kind: 'booked',
    bookingRevision: 0,
    segments: 1,
    personal: 'erased',
  },
});
const first = attempted(11);
const second = attempted(12);
const attemptId = id(11);
const notSent: MessageEvent = { type: 'MessageNotSent', data: { attemptId, why: 'changed' } };
const sent: MessageEvent = { type: 'MessageSent', data: { attemptId, sid: SID } };
const delivered: MessageEvent = { type: 'MessageDelivered', data: { attemptId } };
const failed: MessageEvent = { type: 'MessageFailed', data: { attemptId, code: 30003 } };
const unknown: MessageEvent = { type: 'MessageOutcomeUnknown', data: { attemptId, why: 'no-answer' } };
const suppressed: MessageEvent = { type: 'MessageSuppressed', data: { causes: [CAUSE], why: 'no-consent' } };
const resent: MessageEvent = { type: 'MessageRequested', data: { resends: attemptId } };

const ledgerOf = (...events: readonly MessageEvent[]) => events.reduce(evolveLedger, emptyLedger());
const statusAfter = (...events: readonly MessageEvent[]) => causeStatus(ledgerOf(...events), CAUSE).status;

describe('the status of a cause', () => {
  it.each<[string, readonly MessageEvent[], string]>([
    ['nothing yet', [], 'open'],
    ['a claim', [first], 'attempted'],
    ['a claim given back', [first, notSent], 'open'],
    ['a claim given back, and another', [first, notSent, second], 'attempted'],
    ['taken', [first, sent], 'sent'],
    ['delivered before it was said to be taken', [first, delivered, sent], 'delivered'],
    ['failed after it was taken', [first, sent, failed], 'failed'],
    ['delivered after it failed', [first, failed, delivered], 'delivered'],
    ['failed after it was delivered', [first, delivered, failed], 'delivered'],
    ['unknown', [first, unknown], 'unknown'],
    ['unknown, then given back by its late owner', [first, unknown, notSent], 'unknown'],
    ['unknown, then taken', [first, unknown, sent], 'no-receipt'],
    ['taken, then unknown', [first, sent, unknown], 'no-receipt'],
    ['unknown, then delivered', [first, unknown, delivered], 'delivered'],
    ['suppressed', [suppressed], 'suppressed'],
    ['given back, then suppressed', [first, notSent, suppressed], 'suppressed'],
    ['an outcome of an attempt that the log has lost', [sent, delivered], 'open'],
  ])('%s', (_, events, status) => {
    expect(statusAfter(...events)).toBe(status);
  });

  it('has one open attempt at most, and none that the log has lost', () => {
    expect(openAttempt(ledgerOf(first))?.id).toBe(attemptId);
    expect(openAttempt(ledgerOf(first, notSent, second))?.id).toBe(id(12));
    expect(openAttempt(ledgerOf(first, sent))).toBeUndefined();
    expect(openAttempt(ledgerOf(resent))).toBeUndefined();
  });
});

it('can be sent again when it failed or nobody knows, once', () => {
  const canAfter = (...events: readonly MessageEvent[]) => {
    const attempt = ledgerOf(first, ...events).attempts.get(attemptId);
    return attempt && canResend(attempt);
  };
  expect([[failed], [unknown]].map((events) => canAfter(...events))).toEqual([true, true]);
  expect([[], [sent], [notSent], [delivered], [failed, resent]].map((events) => canAfter(...events))).toEqual(
    [false, false, false, false, false],
  );
});

describe('whether a number takes texts', () => {
  const at = (minute: number) => `2026-11-20T18:0${minute}:00.000Z`;
  const word = (type: string, minute: number) => ({
    stream: 'number-1',
    type,
    data: { source: SID, at: at(minute) },
  });
  it.each([
    ['at first', [], true],
    ['after STOP', [word('NumberOptedOut', 1)], false],
    ['after STOP and START', [word('NumberOptedOut', 1), word('NumberOptedIn', 2)], true],
    ['in whatever order they arrive', [word('NumberOptedIn', 2), word('NumberOptedOut', 1)], true],
    ['of two at once, STOP', [word('NumberOptedIn', 1), word('NumberOptedOut', 1)], false],
    ['after the last STOP', [word('NumberOptedOut', 3), word('NumberOptedIn', 2)], false],
  ])('%s', (_, events, takes) => {
    expect(takesTexts(recorded(events))).toBe(takes);
  });
});
