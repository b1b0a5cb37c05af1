import { expect, it } from 'vitest';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { mailsStream, messagesStream } from '../../../src/features/messages/events.ts';
import { createMessagesThatLeft } from '../../../src/features/messages/staff/messages-that-left.ts';
import { type Fact, record } from '../../projections/events.ts';
import { id, requested, startsAt, timeZone } from '../../support/booking/booking-facts.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';

const BOOKING = id(50);
const [CAUSE, OTHER] = [id(1), id(2)];
const CLAIMED = '2026-11-20T18:00:00.000Z';
const LEFT = '2026-11-20T18:00:02.000Z';
const SID = `SM${'0'.repeat(32)}`;

/** The messages that left, after these results of an attempt, or after a mail was sent. */
async function toldAfter(
  results: readonly (readonly [type: string, data: object])[],
  { stream = messagesStream(BOOKING), causes = [CAUSE], kind = 'confirmed', now = LEFT } = {},
) {
  const log = memoryEventStore();
  const of = (type: string, data: object, at: string): Fact => ({ stream, type, data: { ...data }, at });
  const attemptId = id(11);
  const told = { causes, kind, bookingRevision: 1, personal: 'erased' };
  const requestedAt = '2026-11-19T18:00:00.000Z';
  await record(log, [
    { ...requested('confirmed'), stream: bookingStream(BOOKING), at: requestedAt },
    ...(stream === mailsStream(BOOKING)
      ? [of('MailSent', { mailId: id(12), ...told }, LEFT)]
      : [of('MessageAttempted', { attemptId, segments: 1, ...told }, CLAIMED)]),
    ...results.map(([type, data]) => of(type, { attemptId, ...data }, LEFT)),
  ]);
  return createMessagesThatLeft({ log, timeZone, now: () => new Date(now) })(BOOKING, [CAUSE]);
}

it.each<[string, Parameters<typeof toldAfter>[0], readonly object[]]>([
  ['sent', [['MessageSent', { sid: SID }]], [{ at: LEFT, is_certain: true }]],
  [
    'delivered',
    [
      ['MessageSent', { sid: SID }],
      ['MessageDelivered', {}],
    ],
    [{ at: LEFT, is_certain: true }],
  ],
  ['handed over, with no answer yet', [], [{ at: CLAIMED, is_certain: false }]],
  [
    'of unknown fate',
    [['MessageOutcomeUnknown', { why: 'no-answer' }]],
    [{ at: CLAIMED, is_certain: false }],
  ],
  ['given back', [['MessageNotSent', { why: 'changed' }]], []],
  ['refused', [['MessageFailed', { code: 30_003 }]], []],
  ['kept here', [['MessageSent', { sid: `outbox-${id(3)}` }]], []],
])('a text that is %s', async (_, results, expected) => {
  expect(await toldAfter(results)).toEqual(
    expected.map((told) => ({ channel: 'sms', kind: 'confirmed', is_followed_up: false, ...told })),
  );
});

it('a mail is named too, and no message about another change', async () => {
  expect(await toldAfter([], { stream: mailsStream(BOOKING) })).toMatchObject([{ channel: 'email' }]);
  expect(await toldAfter([['MessageDelivered', { sid: SID }]], { causes: [OTHER] })).toEqual([]);
});

it('a message also tells of the undo, but not of an undone confirmation, and not once the appointment has begun', async () => {
  const sent = [['MessageSent', { sid: SID }]] as const;
  const cancelled = { kind: 'cancelled' };
  expect(await toldAfter(sent, cancelled)).toMatchObject([{ is_followed_up: true }]);
  expect(await toldAfter(sent)).toMatchObject([{ is_followed_up: false }]);
  const now = new Date(startsAt).toISOString();
  expect(await toldAfter(sent, { ...cancelled, now })).toMatchObject([{ is_followed_up: false }]);
});
