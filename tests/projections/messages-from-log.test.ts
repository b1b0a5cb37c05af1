import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { messagesFromLog } from '../../projections/messages/from-log.ts';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import type { MessageEvent } from '../../src/features/messages/events.ts';
import { type Fact, recorded } from './events.ts';

const BOOKING_ID = randomUUID();
const SID = `SM${'0'.repeat(32)}`;
const SAID = { to: '+19255550100', text: 'See you' };

const fact = ({ type, data }: MessageEvent): Fact => ({ stream: `messages-${BOOKING_ID}`, type, data });
const attempted = (
  attemptId: string,
  causes: string[],
  personal: typeof SAID | typeof ERASED = SAID,
): MessageEvent => ({
  type: 'MessageAttempted',
  data: { attemptId, causes, kind: 'booked', bookingRevision: 0, segments: 1, personal },
});
const read = (...events: readonly MessageEvent[]) => messagesFromLog(recorded(events.map(fact)));

it('shows every try of a message: what never left, what failed, and what staff asked for again', () => {
  const [first, second, third, cause, other] = Array.from({ length: 5 }, () => randomUUID());
  const events = recorded(
    [
      attempted(`${first}`, [`${cause}`]),
      { type: 'MessageNotSent', data: { attemptId: `${first}`, why: 'unreachable' } },
      attempted(`${second}`, [`${cause}`]),
      { type: 'MessageFailed', data: { attemptId: `${second}`, sid: SID, code: 30003 } },
      { type: 'MessageRequested', data: { resends: `${second}` } },
      attempted(`${third}`, [`${other}`]),
      { type: 'MessageDelivered', data: { attemptId: `${third}`, sid: SID } },
      attempted(randomUUID(), [randomUUID()]),
    ].map((event) => fact(event as MessageEvent)),
  );
  // A resend's cause is the id of its event.
  const messages = messagesFromLog(
    events.map((event) => (event.data.resends === undefined ? event : { ...event, id: `${other}` })),
  );
  const stepsOf = (id = '') => messages.get(id)?.steps.map(({ type }) => type);
  expect(stepsOf(first)).toEqual(['MessageAttempted', 'MessageNotSent']);
  expect(stepsOf(second)).toEqual([
    'MessageAttempted',
    'MessageNotSent',
    'MessageAttempted',
    'MessageFailed',
    'MessageRequested',
  ]);
  expect(stepsOf(third)).toEqual([...(stepsOf(second) ?? []), 'MessageAttempted', 'MessageDelivered']);
  expect(messages.get(`${third}`)).toMatchObject(SAID);
  expect(messages.get(`${second}`)?.steps[3]?.explanation).toBe('The phone was off or out of reach.');
});

it('says of a file here that nobody got it, also where a receipt was recorded for it', () => {
  const attemptId = randomUUID();
  const sid = `outbox-${attemptId}`;
  const kept = { kept_here: true, explanation: 'Texts aren’t set up.' };
  const steps = (...events: readonly MessageEvent[]) =>
    read(attempted(attemptId, [randomUUID()]), ...events).get(attemptId)?.steps;
  const delivered: MessageEvent = { type: 'MessageDelivered', data: { attemptId } };
  const sent: MessageEvent = { type: 'MessageSent', data: { attemptId, sid } };
  expect(steps(sent, delivered)).toMatchObject([{ kept_here: false }, { type: 'MessageSent', ...kept }]);
  const atOnce: MessageEvent = { type: 'MessageDelivered', data: { attemptId, sid } };
  expect(steps(atOnce)).toMatchObject([{ kept_here: false }, { type: 'MessageDelivered', ...kept }]);
});

it('shows no text that was erased', () => {
  const attemptId = randomUUID();
  const messages = read(attempted(attemptId, [randomUUID()], ERASED));
  expect(messages.get(attemptId)).toMatchObject({ to: null, text: null });
  expect(messages.get(attemptId)?.steps).toHaveLength(1);
});
