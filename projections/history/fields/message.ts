import { explainMessage, KEPT_HERE } from '../../../src/contracts/message-words.ts';
import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import { channelOf, isKeptHere, type MessageEvent } from '../../../src/features/messages/events.ts';
import type { Tell } from './fields.ts';

/** A message about an appointment, by the id of its attempt: nothing of it changes, and each event says what came of it. */
export const tellMessage: Tell<MessageEvent> = (event) => {
  const channel = channelOf(event.stream);
  const explain = (status: string, why: string | null = null, code: number | null = null) =>
    explainMessage(status, why, code, channel);
  switch (event.type) {
    case 'MessageRequested': {
      const { resends } = event.data;
      return resends === undefined ? {} : { key: resends, follows: 'the beginning' };
    }
    case 'MessageAttempted': {
      const { attemptId, causes, kind, personal } = event.data;
      // A mail's usual text is a page long and says what its kind says.
      const isTold = channel === 'sms' || kind === 'custom';
      const said = personal === ERASED ? {} : { to: personal.to, ...(isTold && { text: personal.text }) };
      return { key: attemptId, follows: causes.at(-1), besides: { message_kind: kind, ...said } };
    }
    case 'MessageSent':
    case 'MessageDelivered':
      return isKeptHere(event.data.sid)
        ? ofAttempt(event.data.attemptId, KEPT_HERE[channel])
        : { key: event.data.attemptId, follows: 'the beginning' };
    case 'MessageNotSent':
      return ofAttempt(event.data.attemptId, explain('not-sent', event.data.why));
    case 'MessageFailed':
      return ofAttempt(event.data.attemptId, explain('failed', null, event.data.code));
    case 'MessageOutcomeUnknown': {
      const status = event.data.why === 'no-receipt' ? 'no-receipt' : 'unknown';
      return ofAttempt(event.data.attemptId, explain(status));
    }
    case 'MessageSuppressed': {
      const { causes, why, kind } = event.data;
      const about = kind === undefined ? {} : { message_kind: kind };
      return { follows: causes.at(-1), besides: { ...about, explanation: explain('suppressed', why) } };
    }
    case 'ReplyReceived': {
      const { meaning, personal } = event.data;
      const words = personal === ERASED ? {} : { words: personal.words };
      const explanation = meaning === 'other' ? {} : { explanation: explain('received', meaning) };
      return { besides: { ...words, ...explanation } };
    }
  }
};

const ofAttempt = (attemptId: string, explanation: string) =>
  ({ key: attemptId, follows: 'the beginning', besides: { explanation } }) as const;
