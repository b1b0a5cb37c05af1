import { expect, it } from 'vitest';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { viewBooking } from '../../../src/features/messages/decision/booking-view.ts';
import { decideMessage } from '../../../src/features/messages/decision/decide-message.ts';
import { lastMessageOf, lastToldOf, untoldOf } from '../../../src/features/messages/decision/taken-back.ts';
import { messagesStream } from '../../../src/features/messages/events.ts';
import { openCauses, readLedger } from '../../../src/features/messages/ledger/ledger.ts';
import { type Fact, recorded } from '../../projections/events.ts';
import { id, moved, slot } from '../../support/booking/booking-facts.ts';
import {
  at,
  BOOKING_ID,
  booked,
  byCustomer,
  byStaff,
  CONFIRMED,
  cancelled,
  consent,
  corrected,
  handedOver,
  lengthened,
  messageRules,
  NOON,
  reinstated,
  rescheduled,
  type Said,
  servicesChanged,
} from '../../support/messages/message-facts.ts';

const OWN = { notice: 'custom', personal: { message: 'An hour later, please.' } };
const SILENT = { notice: 'none' };
const ATTEMPT = id(90);

type Happened = Omit<Fact, 'stream'>;

const after = (seconds: number, ...events: readonly Happened[]) =>
  events.map((event) => ({ ...event, at: new Date(NOON.getTime() + seconds * 1_000).toISOString() }));

const movedBack = (notice: object = SILENT): Said => ({
  type: 'BookingRescheduled',
  data: { ...slot, slotId: id(9), from: moved, ...notice },
});
const outcome = (type: string, data: object = {}): Happened => ({
  type,
  data: { attemptId: ATTEMPT, ...data },
});
const TAKEN = outcome('MessageSent', { sid: `SM${'a'.repeat(32)}` });

/** A text about the booking as its first events left it, which told of these. */
const text = (tells: number, bookingRevision: number, result: readonly Happened[] = [TAKEN]): Told => ({
  tells,
  bookingRevision,
  result,
});
interface Told {
  readonly tells: number;
  readonly bookingRevision: number;
  readonly result: readonly Happened[];
}

/** Given a text after a booking's first events, and the events since: the decision about the text. */
function become(
  before: readonly Happened[],
  { tells, bookingRevision, result }: Told,
  since: readonly Happened[],
  sending = {},
) {
  const booking = bookingStream(BOOKING_ID);
  const messages = messagesStream(BOOKING_ID);
  const first = recorded(before.map((event) => ({ ...event, stream: booking })));
  const data = {
    attemptId: ATTEMPT,
    causes: first.slice(0, tells).map((event) => event.id),
    kind: 'booked',
    bookingRevision,
    segments: 1,
    personal: { to: '+19255550100', text: 'booked' },
  };
  const rest: readonly Fact[] = [
    ...before.map((event) => ({ ...event, stream: booking })),
    { type: 'MessageAttempted', data, stream: messages },
    ...result.map((event) => ({ ...event, stream: messages })),
    ...since.map((event) => ({
      ...event,
      stream: event.type === 'MessageRequested' ? messages : booking,
    })),
  ];
  // The ids that the text names are those of the first events.
  const log = recorded(rest).map((event, index) => ({ ...event, id: first[index]?.id ?? event.id }));
  const of = (stream: string) => log.filter((event) => event.stream === stream);
  const events = of(booking);
  const view = { ...viewBooking(events), stylist: 'with Ann' };
  const read = readLedger(of(messages));
  const decision = decideMessage(
    {
      bookingId: BOOKING_ID,
      booking: view,
      causes: openCauses(read.ledger, view.causes, read.requests),
      untold: untoldOf(view, read),
      lastMessage: lastMessageOf(events, read),
      lastTold: lastToldOf(events, [read]),
      isWanted: true,
      sending: { paused: false, watermark: '', watermarkAt: at('2026-01-01T00:00:00Z'), ...sending },
      now: new Date(NOON.getTime() + 60_000),
    },
    messageRules,
  );
  return decision.do === 'suppress' ? decision.why : decision.do === 'send' ? decision.words : decision.do;
}

const BOOKED = after(-600, ...byCustomer(booked()));
const TOLD = text(1, 0);
const staff = (seconds: number, ...events: readonly Said[]): readonly Happened[] =>
  after(seconds, ...byStaff(...events));
/** Moved, and then nearly back. */
const elsewhere = (at: object) => [
  ...staff(0, rescheduled(OWN)),
  ...staff(5, { type: 'BookingRescheduled', data: { ...movedBack().data, ...at } }),
];
const BACK = [...staff(0, rescheduled(OWN)), ...staff(5, movedBack())];

it.each<[string, readonly Happened[], Told, readonly Happened[]]>([
  ['moved, and back', BOOKED, TOLD, BACK],
  [
    'moved twice, and back',
    BOOKED,
    TOLD,
    [
      ...staff(0, rescheduled(OWN)),
      ...staff(2, {
        type: 'BookingRescheduled',
        data: { ...slot, start: 900, slotId: id(8), from: moved, ...OWN },
      }),
      ...staff(5, movedBack()),
    ],
  ],
  [
    'handed over, and back',
    BOOKED,
    TOLD,
    [...staff(0, handedOver(id(7))), ...staff(5, movedBack({ from: handedOver(id(7)).data }))],
  ],
  [
    'made longer, and as long as before',
    BOOKED,
    TOLD,
    [...staff(0, lengthened()), ...staff(5, lengthened(slot.end))],
  ],
  [
    'with other services, and those before',
    BOOKED,
    TOLD,
    [...staff(0, servicesChanged()), ...staff(5, servicesChanged("Women's Haircut"))],
  ],
  ['cancelled, and reinstated', BOOKED, TOLD, [...staff(0, cancelled(OWN)), ...staff(5, reinstated)]],
  [
    'cancelled silently, and reinstated within the window',
    BOOKED,
    TOLD,
    [...staff(0, cancelled(SILENT)), ...staff(5, reinstated)],
  ],
  [
    'hours later, where the text still waits',
    BOOKED,
    TOLD,
    [...staff(0, rescheduled(OWN)), ...staff(9_000, movedBack())],
  ],
  ['whatever else is set meanwhile', BOOKED, TOLD, [...staff(-60, consent(false), consent(true)), ...BACK]],
  [
    'confirmed, and the confirmation undone',
    BOOKED,
    TOLD,
    [...staff(0, CONFIRMED), ...staff(5, { type: 'BookingUnconfirmed', data: {} })],
  ],
  [
    'moved, and moved back with the usual message',
    BOOKED,
    TOLD,
    [...staff(0, rescheduled(OWN)), ...staff(5, movedBack({ notice: 'template' }))],
  ],
  ['delivered', BOOKED, text(1, 0, [TAKEN, outcome('MessageDelivered')]), BACK],
])('nothing is said of what staff take back before it is told: %s', (_, before, told, since) => {
  expect(become(before, told, since)).toBe('taken-back');
});

it.each<[string, readonly Happened[], Told, readonly Happened[], string]>([
  ['it is not as it was', BOOKED, TOLD, staff(0, rescheduled(), rescheduled(OWN)), 'custom'],
  ['its day is another', BOOKED, TOLD, elsewhere({ date: moved.date }), 'rescheduled'],
  ['its time is another', BOOKED, TOLD, elsewhere({ start: moved.start }), 'rescheduled'],
  ['its stylist is another', BOOKED, TOLD, staff(0, handedOver(id(7))), 'handed-over'],
  ['its status is another', BOOKED, TOLD, [...staff(0, CONFIRMED), ...BACK], 'rescheduled'],
  [
    'its customer moved it, who waits for an answer',
    BOOKED,
    TOLD,
    [...after(0, ...byCustomer(rescheduled())), ...staff(5, movedBack())],
    'rescheduled',
  ],
  [
    'its customer moved it there and back',
    BOOKED,
    TOLD,
    after(0, ...byCustomer(rescheduled(), movedBack({ notice: 'template' }))),
    'rescheduled',
  ],
  [
    'staff say it in their words',
    BOOKED,
    TOLD,
    [...staff(0, rescheduled(OWN)), ...staff(5, movedBack(OWN))],
    'custom',
  ],
  [
    'it was confirmed before the customer was told of anything, which is undone',
    BOOKED,
    text(1, 0, [outcome('MessageNotSent', { why: 'unreachable' })]),
    [...staff(0, CONFIRMED), ...staff(5, { type: 'BookingUnconfirmed', data: {} })],
    'booked',
  ],
  [
    'it was confirmed and that was undone, but what was told before may be anything',
    BOOKED,
    text(1, 0, [TAKEN, outcome('MessageFailed', { code: 30_003 })]),
    [...staff(0, CONFIRMED), ...staff(5, { type: 'BookingUnconfirmed', data: {} })],
    'booked',
  ],
  [
    'it was told that it is confirmed, which is undone, and is moved',
    [...BOOKED, ...staff(-1, CONFIRMED)],
    text(2, 1),
    [...staff(0, { type: 'BookingUnconfirmed', data: {} }), ...staff(5, rescheduled())],
    'rescheduled',
  ],
  [
    'staff press the button',
    BOOKED,
    TOLD,
    [...BACK, ...staff(6, { type: 'MessageRequested', data: {} })],
    'booked',
  ],
  [
    'it was changed silently long before, which may have been said by telephone',
    BOOKED,
    TOLD,
    [...staff(-300, cancelled(SILENT)), ...staff(0, reinstated)],
    'reinstated',
  ],
  [
    'the customer was never told',
    BOOKED,
    text(1, 0, [outcome('MessageNotSent', { why: 'unreachable' })]),
    BACK,
    'booked',
  ],
  [
    'the last text failed',
    BOOKED,
    text(1, 0, [TAKEN, outcome('MessageFailed', { code: 30_003 })]),
    BACK,
    'rescheduled',
  ],
  [
    'nobody knows of the last text',
    BOOKED,
    text(1, 0, [outcome('MessageOutcomeUnknown', { why: 'no-answer' })]),
    BACK,
    'rescheduled',
  ],
  [
    'the last text went to a number that was wrong',
    BOOKED,
    TOLD,
    [...staff(-5, corrected('+19255550199')), ...BACK],
    'rescheduled',
  ],
  ['a reminder alone told of it', [...BOOKED, ...staff(-1, CONFIRMED)], text(1, 1), BACK, 'rescheduled'],
])('it is said where %s', (_, before, told, since, kind) => {
  expect(become(before, told, since)).toBe(kind);
});

it('it is said where the last text is from a time that a restored log may have lost some of', () => {
  expect(become(BOOKED, TOLD, BACK, { watermark: '0000000000000003'.repeat(2) })).toBe('rescheduled');
  expect(become(BOOKED, TOLD, BACK, { watermark: '0000000000000001'.repeat(2) })).toBe('taken-back');
});
