import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainMessage, MESSAGE_CHANNELS } from '../../src/contracts/messages/message-words.ts';
import { MessageStatus } from '../../src/contracts/messages/messages.ts';
import { type MessageEvent, NotSentReason, SuppressedReason } from '../../src/features/messages/events.ts';
import { canResend, emptyLedger, evolveLedger, statusOf } from '../../src/features/messages/ledger/ledger.ts';
import { type Fact, recorded } from './events.ts';
import { rowsOf, rowsAfter as rowsOfEvents } from './folding.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [BOOKING_ID, ATTEMPT, CAUSE] = [id(1), id(2), id(3)];
const SID = `SM${'0'.repeat(32)}`;

const attemptId = ATTEMPT;
const attempted: MessageEvent = {
  type: 'MessageAttempted',
  data: { attemptId, causes: [CAUSE], kind: 'booked', bookingRevision: 0, segments: 1, personal: 'erased' },
};
const OUTCOMES: readonly MessageEvent[] = [
  { type: 'MessageNotSent', data: { attemptId, why: 'unreachable' } },
  { type: 'MessageSent', data: { attemptId, sid: SID } },
  { type: 'MessageDelivered', data: { attemptId, sid: SID } },
  { type: 'MessageFailed', data: { attemptId, sid: SID, code: 30003 } },
  { type: 'MessageOutcomeUnknown', data: { attemptId, why: 'no-answer' } },
  { type: 'MessageRequested', data: { resends: attemptId } },
];
const fact = ({ type, data }: MessageEvent): Fact => ({ stream: `messages-${BOOKING_ID}`, type, data });
const rowsAfter = (...events: readonly MessageEvent[]) => rowsOf('messages', ...events.map(fact));

describe('the ledger that staff see', () => {
  it('gives each attempt the ledger’s status, in any order of its outcomes', () => {
    const shownAs = { open: 'claimed', reopened: 'not-sent' } as const;
    fc.assert(
      fc.property(fc.shuffledSubarray([...OUTCOMES]), (outcomes) => {
        const [row, ...more] = rowsAfter(attempted, ...outcomes);
        const attempt = [attempted, ...outcomes].reduce(evolveLedger, emptyLedger()).attempts.get(ATTEMPT);
        if (!attempt) throw new Error('there is no attempt');
        const status = statusOf(attempt);
        expect(more).toEqual([]);
        expect(row).toMatchObject({
          id: ATTEMPT,
          booking_id: BOOKING_ID,
          kind: 'booked',
          causes: [CAUSE],
          status: shownAs[status as keyof typeof shownAs] ?? status,
          needs_staff: canResend(attempt),
        });
      }),
    );
  });

  it('has the messages that were not sent, and the replies of customers', () => {
    const rows = rowsAfter(
      { type: 'MessageSuppressed', data: { causes: [CAUSE], why: 'no-consent' } },
      { type: 'ReplyReceived', data: { sid: SID, meaning: 'stop', personal: 'erased' } },
      { type: 'MessageRequested', data: {} },
      { type: 'MessageSuppressed', data: { causes: [CAUSE], why: 'over-cap' } },
      { type: 'MessageSuppressed', data: { causes: [CAUSE], why: 'unconfirmed-over-cap' } },
    );
    expect(rows).toMatchObject([
      { status: 'suppressed', why: 'no-consent', causes: [CAUSE], needs_staff: false },
      { status: 'received', needs_staff: false },
      // Staff have to tell the customer in another way; what strangers cause must not bury that.
      { status: 'suppressed', why: 'over-cap', needs_staff: true },
      { status: 'suppressed', why: 'unconfirmed-over-cap', needs_staff: false },
    ]);
  });

  it('has mails as well, apart from texts about the same, and what one that was not sent would have said', () => {
    const mail = ({ type, data }: MessageEvent): Fact => ({ stream: `mails-${BOOKING_ID}`, type, data });
    const { attemptId: _, segments: __, ...told } = attempted.data;
    const [text, sent, failed, suppressed, kept, unknown] = rowsOf(
      'messages',
      fact(attempted),
      mail({ type: 'MailSent', data: { ...told, mailId: id(4) } }),
      mail({ type: 'MailFailed', data: { ...told, mailId: id(5), code: 550 } }),
      mail({ type: 'MailSuppressed', data: { causes: [CAUSE], why: 'too-late', kind: 'reminder' } }),
      mail({ type: 'MailSent', data: { ...told, mailId: id(7), isKept: true } }),
      mail({ type: 'MailOutcomeUnknown', data: { ...told, mailId: id(8) } }),
    );
    expect(kept).toMatchObject({ channel: 'email', status: 'kept', needs_staff: false });
    expect(unknown).toMatchObject({ channel: 'email', status: 'unknown', needs_staff: true });
    expect(text).toMatchObject({ channel: 'sms', booking_id: BOOKING_ID, status: 'claimed' });
    expect(sent).toMatchObject({ channel: 'email', booking_id: BOOKING_ID, status: 'delivered' });
    expect(failed).toMatchObject({ channel: 'email', status: 'failed', code: 550, needs_staff: true });
    expect(suppressed).toMatchObject({ channel: 'email', status: 'suppressed', kind: 'reminder' });
  });

  it('calls a message in a file here neither sent nor delivered, in any order of its events', () => {
    const kept: readonly MessageEvent[] = [
      { type: 'MessageSent', data: { attemptId, sid: `outbox-${ATTEMPT}` } },
      { type: 'MessageDelivered', data: { attemptId } },
    ];
    for (const events of [kept, kept.toReversed(), kept.slice(0, 1)])
      expect(rowsAfter(attempted, ...events)).toMatchObject([{ status: 'kept', needs_staff: false }]);
    const mailed = { type: 'MessageDelivered', data: { attemptId, sid: `outbox-${ATTEMPT}` } } as const;
    expect(rowsAfter(attempted, mailed)).toMatchObject([{ status: 'kept' }]);
  });

  it('has how many parts of a text are charged for', () => {
    const long: MessageEvent = { ...attempted, data: { ...attempted.data, segments: 3 } };
    expect(rowsAfter(long, ...OUTCOMES)).toMatchObject([{ segments: 3 }]);
  });

  it('keeps no words of messages', () => {
    const said: MessageEvent = {
      ...attempted,
      data: { ...attempted.data, personal: { to: '+19255550100', text: 'See you' } },
    };
    expect(JSON.stringify(rowsAfter(said))).not.toMatch(/9255550100|See you/);
  });
});

describe('a reply', () => {
  const received = (meaning: 'other' | 'help' = 'other'): MessageEvent => ({
    type: 'ReplyReceived',
    data: { sid: SID, meaning, personal: 'erased' },
  });
  function rowsOfReply(...later: readonly ((replyId: string) => MessageEvent)[]) {
    const [reply, ...more] = recorded([received(), ...later.map((event) => event(id(8)))].map(fact));
    if (!reply) throw new Error('there is no reply');
    return rowsOfEvents('messages', [{ ...reply, id: id(8) }, ...more]);
  }
  const answer = (answers: string): MessageEvent => ({
    type: 'MessageRequested',
    data: { answers, personal: 'erased' },
  });
  const dismissed = (replyId: string): MessageEvent => ({ type: 'ReplyDismissed', data: { replyId } });

  it('asks for an answer, unless it is a keyword, until staff say that it needs none', () => {
    expect(rowsAfter(received('help'))).toMatchObject([{ needs_staff: false }]);
    expect(rowsOfReply()).toMatchObject([{ id: id(8), needs_staff: true, answers: 0, answered_by: null }]);
    expect(rowsOfReply(dismissed, dismissed)).toMatchObject([
      { id: id(8), status: 'received', needs_staff: false, is_dismissed: true },
    ]);
  });

  it('has how many answers were written, and the last one', () => {
    expect(rowsOfReply(answer, answer)).toMatchObject([
      { id: id(8), status: 'received', answers: 2, answered_by: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
  });

  it('comes up again itself when its answer fails, and not the answer', () => {
    const failed = (kind: 'answer' | 'custom' | 'late', ...causes: string[]): readonly MessageEvent[] => [
      { ...attempted, data: { ...attempted.data, kind, causes } },
      { type: 'MessageFailed', data: { attemptId, code: 30003 } },
    ];
    expect(rowsAfter(...failed('answer', CAUSE))).toMatchObject([{ status: 'failed', needs_staff: false }]);
    expect(rowsAfter(...failed('answer', CAUSE, id(9)))).toMatchObject([{ needs_staff: true }]);
    expect(rowsAfter(...failed('custom', CAUSE))).toMatchObject([{ needs_staff: true }]);
    expect(rowsAfter(...failed('late', CAUSE))).toMatchObject([
      { needs_staff: true, booking_revision: null },
    ]);
  });
});

describe('its plain words', () => {
  it('exist for every status and every reason', () => {
    for (const status of MessageStatus.options) expect(explainMessage(status, null, null)).toMatch(/\.$/);
    expect(explainMessage('kept', null, null, 'email')).toBe('Not sent: mails aren’t set up.');
    for (const why of [...NotSentReason.options, ...SuppressedReason.options])
      for (const channel of MESSAGE_CHANNELS)
        expect(explainMessage('suppressed', why, null, channel)).toMatch(/^(Not sent: |The |It ).*\.$/);
    expect(explainMessage('failed', null, 30005)).toBe('That number is not in use.');
    expect(explainMessage('failed', null, 12345)).toContain('12345');
    expect(explainMessage('failed', null, 552, 'email')).toBe('The mailbox is full.');
    expect(explainMessage('failed', null, 571, 'email')).toMatch(/mail service.*571/);
    expect(explainMessage('delivered', null, null, 'email')).toBe('The mail service has taken it.');
  });
});
