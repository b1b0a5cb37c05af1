import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import {
  channelOf,
  explainEvent,
  isKeptHere,
  type MessageEvent,
} from '../../../src/features/messages/events.ts';
import type { Tell } from './fields.ts';

/** A message about a booking, by the id of its attempt. It has no fields that change: each event only says what happened. */
export const tellMessage: Tell<MessageEvent> = (event) => {
  const channel = channelOf(event.stream);
  const why = explainEvent(event, channel);
  const explained = why === null ? {} : { explanation: why };
  switch (event.type) {
    case 'MessageRequested': {
      const { resends, lateMinutes, personal } = event.data;
      const late = lateMinutes === undefined ? {} : { minutes_late: lateMinutes };
      if (personal !== undefined)
        return { besides: { ...late, ...(personal !== ERASED && { words: personal.words }) } };
      return resends === undefined ? {} : { key: resends, follows: 'the beginning' };
    }
    case 'MessageAttempted': {
      const { attemptId, causes, kind, personal } = event.data;
      const said = personal === ERASED ? {} : { to: personal.to, text: personal.text };
      return { key: attemptId, follows: causes.at(-1), besides: { message_kind: kind, ...said } };
    }
    case 'MessageSent':
    case 'MessageDelivered':
    case 'MessageNotSent':
    case 'MessageFailed':
    case 'MessageOutcomeUnknown':
      return {
        key: event.data.attemptId,
        follows: 'the beginning',
        besides: { ...explained, ...(isKeptHere(event) && { kept_here: true }) },
      };
    case 'MailSent':
    case 'MailFailed':
    case 'MailOutcomeUnknown': {
      const { mailId, causes, kind, personal } = event.data;
      const said = personal === ERASED ? {} : { to: personal.to, text: personal.text };
      const kept = isKeptHere(event) ? { kept_here: true } : {};
      return {
        key: mailId,
        follows: causes.at(-1),
        besides: { message_kind: kind, ...said, ...explained, ...kept },
      };
    }
    case 'MailSuppressed':
    case 'MessageSuppressed': {
      const { causes, kind } = event.data;
      const about = kind === undefined ? {} : { message_kind: kind };
      return { follows: causes.at(-1), besides: { ...about, ...explained } };
    }
    case 'ReplyDismissed':
      return {};
    case 'MessageDismissed':
      return { key: event.data.attemptId, follows: 'the beginning' };
    case 'ReplyReceived': {
      const { personal } = event.data;
      const words = personal === ERASED ? {} : { words: personal.words };
      return { besides: { ...words, ...explained } };
    }
  }
};
