import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeStream } from '../../projections/history/describe.ts';
import { eventWords } from '../../src/contracts/history/history-words.ts';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { ONE_STYLIST } from '../support/log/one-stylist.ts';
import { type Fact, recorded } from './events.ts';
import { rowsOf } from './folding.ts';

const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });

describe('the messages about a booking', () => {
  const [bookingId, attemptId, cause] = [randomUUID(), randomUUID(), randomUUID()];
  const on = (type: string, data: Fact['data']): Fact => ({ stream: `messages-${bookingId}`, type, data });
  const attempted = (id: string, causes: readonly string[]) =>
    on('MessageAttempted', {
      attemptId: id,
      causes,
      kind: 'booked',
      bookingRevision: 0,
      segments: 1,
      personal: { to: '+19255550100', text: 'See you' },
    });

  function described(facts: readonly Fact[], events = recorded(facts)) {
    const descriptions = describeStream(`messages-${bookingId}`, events, ONE_STYLIST);
    return events.map(({ id }) => descriptions.get(id));
  }

  it('tell what was said, what came of it, and what each followed from', () => {
    const facts = [
      attempted(attemptId, [randomUUID(), cause]),
      on('MessageFailed', { attemptId, code: 30005 }),
      on('MessageRequested', { resends: attemptId }),
      on('MessageSuppressed', { causes: [cause], why: 'opted-out' }),
    ];
    const events = recorded(facts);
    const [attempt, ...others] = described(facts, events);
    const first = events[0]?.id;
    expect(attempt?.follows).toBe(cause);
    expect(attempt?.changes).toEqual([
      change('message_kind', null, 'booked'),
      change('to', null, '+19255550100'),
      change('text', null, 'See you'),
    ]);
    expect(others.map((entry) => entry?.follows)).toEqual([first, first, cause]);
    expect(others.map((entry) => entry?.changes)).toEqual([
      [change('explanation', null, 'That number is not in use.')],
      [],
      [change('explanation', null, 'Not sent: the customer has opted out by texting STOP.')],
    ]);
  });

  it('keep a reply from those who may not read it any more', () => {
    const reply = (personal: unknown) =>
      described([on('ReplyReceived', { sid: `SM${'0'.repeat(32)}`, meaning: 'other', personal })])[0];
    expect(reply({ words: 'My dog?' })).toMatchObject({
      erased: false,
      changes: [change('words', null, 'My dog?')],
    });
    const late = { lateMinutes: 15, personal: { words: 'Sorry!' } };
    expect(described([on('MessageRequested', late)])[0]?.changes).toEqual([
      change('minutes_late', null, 15),
      change('words', null, 'Sorry!'),
    ]);
    expect(reply(ERASED)).toMatchObject({ erased: true, changes: [] });
  });

  it('tell in one entry what became of a mail, and what it said', () => {
    const stream = `mails-${bookingId}`;
    const personal = { to: 'ada@example.com', text: 'We are closed' };
    const mail = { mailId: randomUUID(), causes: [cause], kind: 'booked', bookingRevision: 0, personal };
    const kept: Fact = { stream, type: 'MailSent', data: { ...mail, isKept: true } };
    const events = recorded([
      kept,
      { stream, type: 'MailFailed', data: { ...mail, code: 550 } },
      { stream, type: 'MailSuppressed', data: { causes: [cause], why: 'too-late', kind: 'reminder' } },
    ]);
    const said = [change('message_kind', null, 'booked'), change('to', null, personal.to)];
    const text = change('text', null, personal.text);
    const descriptions = describeStream(stream, events, ONE_STYLIST);
    expect(events.map(({ id }) => descriptions.get(id)?.changes)).toEqual([
      [...said, text, change('explanation', null, 'Mails aren’t set up.'), change('kept_here', null, true)],
      [
        ...said,
        text,
        change('explanation', null, 'There is no such mailbox, or it takes no mail from here.'),
      ],
      [
        change('message_kind', null, 'reminder'),
        change('explanation', null, 'Not sent: the appointment had begun.'),
      ],
    ]);
    expect(rowsOf('history', kept)).toMatchObject([{ kind: 'mail', thing: bookingId }]);
    expect(eventWords('MessageRequested', true)).toBe('Mail asked for');
    expect(eventWords('MailSent', true, true)).toBe('Mail not sent: mails aren’t set up');
  });

  it('belong to the booking, apart from what was decided about it', () => {
    expect(rowsOf('history', attempted(attemptId, [cause]))).toMatchObject([
      { kind: 'message', thing: bookingId, day: null, customer_id: null },
    ]);
  });
});
