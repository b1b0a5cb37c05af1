import { describe, expect, it } from 'vitest';
import type { MessageChannel } from '../../../src/contracts/messages/message-words.ts';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { viewBooking } from '../../../src/features/messages/decision/booking-view.ts';
import { decideMessage } from '../../../src/features/messages/decision/decide-message.ts';
import {
  lastMessageOf,
  lastToldOf,
  neverToldOf,
  untoldOf,
} from '../../../src/features/messages/decision/taken-back.ts';
import { ledgerStream } from '../../../src/features/messages/events.ts';
import { openCauses, readLedger } from '../../../src/features/messages/ledger/ledger.ts';
import { recorded } from '../../projections/events.ts';
import { id, moved, slot } from '../../support/booking/booking-facts.ts';
import {
  at,
  BOOKING_ID,
  booked,
  CONFIRMED,
  cancelled,
  messageRules,
  NOON,
  NUMBER,
  reinstated,
  rescheduled,
  type Said,
} from '../../support/messages/message-facts.ts';

/** What is told in each channel, where staff have chosen between them. */

const PERSON = { name: 'Ann', email: 'ann@example.com', phone: '', phoneE164: NUMBER, notes: null };
const TO_ANN = { to: 'there', text: 'told' };
const BOOKED = booked({ status: 'confirmed', personal: PERSON });
const REQUESTED = booked({ personal: PERSON });
const SILENTLY = { notice: 'none' };
const BY_TEXT = { notice: 'template', mail: 'none' };
const BY_MAIL = { notice: 'none', mail: 'template' };

const back = (notice: object = { notice: 'template' }): Said => ({
  type: 'BookingRescheduled',
  data: { ...slot, slotId: id(9), from: moved, ...notice },
});
const restored = (notice: object = {}): Said => ({
  ...reinstated,
  data: { ...reinstated.data, status: 'confirmed', ...notice },
});
/** The channel has told the customer of the booking as it is by now. */
const told = (channel: MessageChannel): Told => ({ told: channel });
/** The channel tried to, and that failed; or nobody knows. */
const failed = (channel: MessageChannel): Told => ({ told: channel, outcome: 'failed' });
const unknown = (channel: MessageChannel): Told => ({ told: channel, outcome: 'unknown' });
/** A rule forbids the channel to tell what is to be told by now. */
const suppressed = (channel: MessageChannel, why: string) => ({ suppressed: channel, why });

interface Told {
  readonly told: MessageChannel;
  readonly outcome?: 'failed' | 'unknown';
}
type Step = Said | Told | ReturnType<typeof suppressed>;

const BOOKING = bookingStream(BOOKING_ID);
const fact = (stream: string, type: string, data: object, index: number) => ({
  stream,
  type,
  data: data as Record<string, unknown>,
  actor: { kind: 'admin', userId: id(60) },
  at: new Date(NOON.getTime() + index * 1_000).toISOString(),
});
/** The events of the booking have known ids, so that ledgers can name them. */
const withIds = (events: readonly RecordedEvent[]) =>
  events.map((event) =>
    event.stream === BOOKING ? { ...event, id: id(700 + Number(event.revision)) } : event,
  );

/** The events of a step that comes after others. */
function factsOf(step: Step, before: readonly Step[]) {
  const said = (stream: string, type: string, data: object) => fact(stream, type, data, before.length);
  if ('type' in step) return [said(BOOKING, step.type, step.data)];
  const changes = before.flatMap((one, index) =>
    'type' in one ? [fact(BOOKING, one.type, one.data, index)] : [],
  );
  const channel = 'told' in step ? step.told : step.suppressed;
  const ledger = ledgerStream(channel, BOOKING_ID);
  // All that the channel is to tell by now, whether or not it is closed.
  const causes = viewBooking(withIds(recorded(changes)), channel).causes.map((cause) => cause.id);
  const isMail = channel === 'email';
  if ('suppressed' in step)
    return [said(ledger, isMail ? 'MailSuppressed' : 'MessageSuppressed', { causes, why: step.why })];
  const tells = { causes, kind: 'confirmed', bookingRevision: changes.length - 1, personal: TO_ANN };
  const mailId = id(800 + before.length);
  const attemptId = id(900 + before.length);
  const attempted = said(ledger, 'MessageAttempted', { ...tells, attemptId, segments: 1 });
  switch (step.outcome) {
    case 'failed':
      return isMail
        ? [said(ledger, 'MailFailed', { ...tells, mailId, code: 550 })]
        : [attempted, said(ledger, 'MessageFailed', { attemptId, code: 30_003 })];
    case 'unknown':
      return isMail
        ? [said(ledger, 'MailOutcomeUnknown', { ...tells, mailId })]
        : [attempted, said(ledger, 'MessageOutcomeUnknown', { attemptId, why: 'no-answer' })];
    default:
      return isMail
        ? [said(ledger, 'MailSent', { ...tells, mailId })]
        : [attempted, said(ledger, 'MessageDelivered', { attemptId })];
  }
}

/** Given the steps, a second after each other: what becomes of what is still to be told in a channel. */
function becomes(channel: MessageChannel, steps: readonly Step[]): unknown {
  const log = withIds(recorded(steps.flatMap((step, index) => factsOf(step, steps.slice(0, index)))));
  const of = (stream: string) => log.filter((event) => event.stream === stream);
  const readOf = (name: MessageChannel) => readLedger(of(ledgerStream(name, BOOKING_ID)));
  const events = of(BOOKING);
  const view = viewBooking(events, channel);
  const read = readOf(channel);
  for (;;) {
    const causes = openCauses(read.ledger, view.causes, read.requests);
    const decision = decideMessage(
      {
        bookingId: BOOKING_ID,
        booking: view,
        causes,
        untold: untoldOf(view, read),
        lastMessage: lastMessageOf(events, read),
        lastTold:
          lastToldOf(events, [readOf('sms'), readOf('email')]) ??
          neverToldOf(events, [readOf('sms'), readOf('email')], causes),
        isWanted: true,
        sending: { paused: false, watermark: '', watermarkAt: at('2026-01-01T00:00:00Z') },
        now: new Date(NOON.getTime() + 60_000),
      },
      { ...messageRules, isServed: () => true },
    );
    if (decision.do !== 'suppress') return decision.do === 'send' ? decision.kind : decision.do;
    if (causes.length === decision.causes.length) return decision.why;
    for (const cause of decision.causes) read.ledger.suppressed.set(cause, decision.why);
  }
}

const telling = (channel: MessageChannel, ...steps: readonly Step[]) => becomes(channel, steps);
const inBoth = (...steps: readonly Step[]) => ({
  sms: telling('sms', ...steps),
  email: telling('email', ...steps),
});

describe('a channel that staff leave out', () => {
  it('says nothing of the change, and the other one does', () => {
    const known = [BOOKED, told('sms'), told('email')];
    expect(inBoth(...known, rescheduled(BY_TEXT))).toEqual({ sms: 'rescheduled', email: 'nothing' });
    expect(inBoth(...known, rescheduled(BY_MAIL))).toEqual({ sms: 'nothing', email: 'rescheduled' });
    expect(inBoth(...known, cancelled(BY_MAIL))).toEqual({ sms: 'nothing', email: 'cancelled' });
    expect(inBoth(booked({ ...BOOKED.data, ...BY_TEXT }))).toEqual({ sms: 'confirmed', email: 'nothing' });
  });

  it('says the words of staff where they were chosen for it', () => {
    const own = { notice: 'none', mail: 'custom', personal: { message: 'Ring the bell.' } };
    expect(inBoth(BOOKED, told('sms'), told('email'), rescheduled(own))).toEqual({
      sms: 'nothing',
      email: 'custom',
    });
  });

  it('keeps what was to be told before from being told, as a silent cancellation does', () => {
    expect(inBoth(BOOKED, cancelled(BY_MAIL))).toEqual({ sms: 'silent', email: 'cancelled' });
    expect(inBoth(BOOKED, cancelled(BY_TEXT))).toEqual({ sms: 'cancelled', email: 'silent' });
  });

  it('stays out when the cancellation is undone, however late', () => {
    const known = [BOOKED, told('sms'), told('email')];
    const away = [...known, cancelled(BY_MAIL), told('email')];
    expect(inBoth(...away, restored(BY_MAIL))).toEqual({ sms: 'silent', email: 'reinstated' });
    const byText = [...known, cancelled(BY_TEXT), told('sms')];
    expect(inBoth(...byText, restored(BY_TEXT))).toEqual({ sms: 'reinstated', email: 'silent' });
  });

  it('stays out although another change follows, of which it tells', () => {
    const steps = [BOOKED, told('sms'), told('email'), cancelled(BY_TEXT), restored(BY_TEXT), rescheduled()];
    expect(inBoth(...steps)).toEqual({ sms: 'rescheduled', email: 'rescheduled' });
  });
});

describe('a cancellation that is undone', () => {
  it('tells after all what it had kept from being told', () => {
    expect(inBoth(BOOKED, cancelled(SILENTLY), restored())).toEqual({ sms: 'confirmed', email: 'confirmed' });
    const confirmed = [REQUESTED, told('sms'), told('email'), CONFIRMED, cancelled(SILENTLY), restored()];
    expect(inBoth(...confirmed)).toEqual({ sms: 'confirmed', email: 'confirmed' });
    const movedBefore = [BOOKED, told('sms'), told('email'), rescheduled(), cancelled(SILENTLY)];
    const there = { ...restored(), data: { ...restored().data, ...moved, slotId: id(7) } };
    expect(inBoth(...movedBefore, there)).toEqual({ sms: 'rescheduled', email: 'rescheduled' });
  });

  it('does so in the channel that staff had left out, too', () => {
    expect(inBoth(BOOKED, cancelled(BY_MAIL), restored(BY_MAIL))).toEqual({
      sms: 'confirmed',
      email: 'confirmed',
    });
    expect(inBoth(BOOKED, cancelled(BY_TEXT), restored(BY_TEXT))).toEqual({
      sms: 'confirmed',
      email: 'confirmed',
    });
  });

  it('says nothing of another one before it, of which the channel said nothing either', () => {
    const twice = [cancelled(BY_MAIL), told('email'), restored(BY_MAIL)];
    const steps = [BOOKED, told('sms'), told('email'), ...twice, suppressed('sms', 'silent')];
    expect(inBoth(...steps, told('email'), ...twice)).toEqual({ sms: 'silent', email: 'reinstated' });
  });

  it('does so in the words of staff where they wrote some', () => {
    const own = restored({ notice: 'custom', personal: { message: 'It is on after all.' } });
    expect(inBoth(BOOKED, cancelled(SILENTLY), own)).toEqual({ sms: 'custom', email: 'custom' });
  });

  it('does so once', () => {
    const steps = [BOOKED, cancelled(BY_MAIL), suppressed('sms', 'silent'), restored(BY_MAIL), told('sms')];
    const again = [cancelled(BY_MAIL), restored(BY_MAIL)];
    expect(telling('sms', ...steps, ...again)).toBe('silent');
  });
});

describe('a change that is taken back', () => {
  it('is told to nobody who was never told anything of the booking', () => {
    const silent = booked({ ...BOOKED.data, ...SILENTLY });
    expect(inBoth(silent, cancelled(), restored())).toEqual({ sms: 'taken-back', email: 'taken-back' });
    expect(inBoth(silent, rescheduled(), back())).toEqual({ sms: 'taken-back', email: 'taken-back' });
    expect(inBoth(silent, rescheduled())).toEqual({ sms: 'rescheduled', email: 'rescheduled' });
  });

  it('is compared with what the customer was last told in either channel', () => {
    const steps = [BOOKED, told('sms'), suppressed('email', 'no-address'), rescheduled(), back()];
    expect(inBoth(...steps)).toEqual({ sms: 'taken-back', email: 'taken-back' });
    const byText = [booked({ ...BOOKED.data, ...BY_TEXT }), told('sms'), rescheduled(BY_MAIL), back(BY_MAIL)];
    expect(inBoth(...byText)).toEqual({ sms: 'nothing', email: 'taken-back' });
  });

  it('is told by mail where the mail told something else last', () => {
    const steps = [BOOKED, told('sms'), rescheduled(BY_MAIL), told('email'), back(BY_MAIL)];
    expect(telling('email', ...steps)).toBe('rescheduled');
  });

  it('is told where nothing told the customer of it', () => {
    const steps = [
      BOOKED,
      suppressed('sms', 'no-consent'),
      suppressed('email', 'no-address'),
      rescheduled(),
      back(),
    ];
    expect(telling('email', ...steps)).toBe('rescheduled');
  });
});

const BY_BOTH = { notice: 'template' };
const TAKEN_BACK = 'taken-back';
const TOLD = 'rescheduled';
const NOTHING = 'nothing';

/** The outcomes of the text, and of the mail. */
type Becomes = readonly [sms: string, email: string];
type Row = readonly [
  how: string,
  move: readonly Step[],
  silently: Becomes,
  byText: Becomes,
  byMail: Becomes,
  byBoth: Becomes,
];

/** A move, and the outcomes of its messages when it is taken back: silently, by text, by mail, by both. */
// biome-ignore format: it is a table
const MOVES: readonly Row[] = [
  ['told by text', [rescheduled(BY_TEXT), told('sms')],
    [NOTHING, NOTHING], [TOLD, NOTHING], [NOTHING, TOLD], [TOLD, TOLD]],
  ['told by mail', [rescheduled(BY_MAIL), told('email')],
    [NOTHING, NOTHING], [TOLD, NOTHING], [NOTHING, TOLD], [TOLD, TOLD]],
  ['told by both', [rescheduled(), told('sms'), told('email')],
    [NOTHING, NOTHING], [TOLD, NOTHING], [NOTHING, TOLD], [TOLD, TOLD]],
  ['told by mail, while the text waits', [rescheduled(), told('email')],
    [TAKEN_BACK, NOTHING], [TOLD, NOTHING], [TAKEN_BACK, TOLD], [TOLD, TOLD]],
  ['told by text, while the mail waits', [rescheduled(), told('sms')],
    [NOTHING, TAKEN_BACK], [TOLD, TAKEN_BACK], [NOTHING, TOLD], [TOLD, TOLD]],
  ['to be told by a text that waits', [rescheduled(BY_TEXT)],
    [TAKEN_BACK, NOTHING], [TAKEN_BACK, NOTHING], [TAKEN_BACK, TAKEN_BACK], [TAKEN_BACK, TAKEN_BACK]],
  ['to be told by a mail that waits', [rescheduled(BY_MAIL)],
    [NOTHING, TAKEN_BACK], [TAKEN_BACK, TAKEN_BACK], [NOTHING, TAKEN_BACK], [TAKEN_BACK, TAKEN_BACK]],
  ['by a text that failed', [rescheduled(BY_TEXT), failed('sms')],
    [NOTHING, NOTHING], [TAKEN_BACK, NOTHING], [NOTHING, TAKEN_BACK], [TAKEN_BACK, TAKEN_BACK]],
  ['by a mail that failed', [rescheduled(BY_MAIL), failed('email')],
    [NOTHING, NOTHING], [TAKEN_BACK, NOTHING], [NOTHING, TAKEN_BACK], [TAKEN_BACK, TAKEN_BACK]],
  ['told by mail, after the text failed', [rescheduled(), failed('sms'), told('email')],
    [NOTHING, NOTHING], [TOLD, NOTHING], [NOTHING, TOLD], [TOLD, TOLD]],
  ['told by text, after the mail failed', [rescheduled(), failed('email'), told('sms')],
    [NOTHING, NOTHING], [TOLD, NOTHING], [NOTHING, TOLD], [TOLD, TOLD]],
  ['by a text of which nobody knows', [rescheduled(BY_TEXT), unknown('sms')],
    [NOTHING, NOTHING], [TOLD, NOTHING], [NOTHING, TOLD], [TOLD, TOLD]],
  ['by a mail of which nobody knows', [rescheduled(BY_MAIL), unknown('email')],
    [NOTHING, NOTHING], [TOLD, NOTHING], [NOTHING, TOLD], [TOLD, TOLD]],
];

it.each(MOVES)('a move %s, and back', (_, move, ...expected) => {
  const known = [BOOKED, told('sms'), told('email'), ...move];
  const become = [SILENTLY, BY_TEXT, BY_MAIL, BY_BOTH].map((notice) => inBoth(...known, back(notice)));
  expect(become).toEqual(expected.map(([sms, email]) => ({ sms, email })));
});

it('a text that waits for the morning is not needed once the mail has told that the move is undone', () => {
  const known = [BOOKED, told('sms'), told('email'), rescheduled(), told('email')];
  expect(inBoth(...known, back(), told('email'))).toEqual({ sms: TAKEN_BACK, email: NOTHING });
  expect(inBoth(...known, back(), failed('email'))).toEqual({ sms: TOLD, email: NOTHING });
});

it('a channel that told of a move says that it is undone, although another one has told that', () => {
  const undone = [rescheduled(BY_TEXT), told('sms'), back(BY_MAIL), told('email')];
  const steps = [BOOKED, told('sms'), told('email'), ...undone, rescheduled(), back()];
  expect(inBoth(...steps)).toEqual({ sms: TOLD, email: TAKEN_BACK });
});
