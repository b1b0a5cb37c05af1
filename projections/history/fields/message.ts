import { explainMessage, KEPT_HERE } from '../../../src/contracts/message-words.ts';
import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import type { MessageEvent } from '../../../src/features/messages/events.ts';
import type { Tell } from './fields.ts';

/** A message about an appointment, by the id of its attempt: nothing of it changes, and each event says what came of it. */
export const tellMessage: Tell<MessageEvent> = (event) => {
  switch (event.type) {
    case 'MessageRequested': {
      const { resends } = event.data;
      return resends === undefined ? {} : { key: resends, follows: 'the beginning' };
    }
    case 'MessageAttempted': {
      const { attemptId, causes, kind, personal } = event.data;
      const said = personal === ERASED ? {} : { to: personal.to, text: personal.text };
      return { key: attemptId, follows: causes.at(-1), besides: { message_kind: kind, ...said } };
    }
    case 'MessageSent':
      return event.data.sid.startsWith('outbox-')
        ? ofAttempt(event.data.attemptId, KEPT_HERE)
        : { key: event.data.attemptId, follows: 'the beginning' };
    case 'MessageDelivered':
      return { key: event.data.attemptId, follows: 'the beginning' };
    case 'MessageNotSent':
      return ofAttempt(event.data.attemptId, explainMessage('not-sent', event.data.why, null));
    case 'MessageFailed':
      return ofAttempt(event.data.attemptId, explainMessage('failed', null, event.data.code));
    case 'MessageOutcomeUnknown': {
      const status = event.data.why === 'no-receipt' ? 'no-receipt' : 'unknown';
      return ofAttempt(event.data.attemptId, explainMessage(status, null, null));
    }
    case 'MessageSuppressed': {
      const { causes, why } = event.data;
      return { follows: causes.at(-1), besides: { explanation: explainMessage('suppressed', why, null) } };
    }
    case 'ReplyReceived': {
      const { meaning, personal } = event.data;
      const words = personal === ERASED ? {} : { words: personal.words };
      const explanation =
        meaning === 'other' ? {} : { explanation: explainMessage('received', meaning, null) };
      return { besides: { ...words, ...explanation } };
    }
  }
};

const ofAttempt = (attemptId: string, explanation: string) =>
  ({ key: attemptId, follows: 'the beginning', besides: { explanation } }) as const;
