import type { Decider } from '../../../eventsourcing/streams/decider.ts';
import { broken } from '../../rule-broken.ts';
import { MAILS, MESSAGES, type MessageEvent, messageEventTypes } from '../events.ts';
import { canResend, emptyLedger, evolveLedger, type Ledger, statusOf } from '../ledger/ledger.ts';

/** The commands of staff on a ledger. The sender and the provider's reports write the rest. */
export type MessagesCommand =
  | { readonly kind: 'RequestMessage' }
  | { readonly kind: 'ResendMessage'; readonly attemptId: string }
  | {
      readonly kind: 'AnswerReply';
      readonly replyId: string;
      readonly words: string;
      /** How many answers to the reply their writer had seen. */
      readonly answersSeen: number;
    }
  | { readonly kind: 'TellLate'; readonly minutes: number; readonly words: string }
  | { readonly kind: 'DismissReply'; readonly replyId: string }
  /** A message that isn't under way. */
  | { readonly kind: 'DismissMessage'; readonly attemptId: string };

function decide(command: MessagesCommand, ledger: Ledger): MessageEvent[] {
  switch (command.kind) {
    case 'RequestMessage':
      return [{ type: 'MessageRequested', data: {} }];
    case 'ResendMessage': {
      const attempt = ledger.attempts.get(command.attemptId);
      if (!attempt) throw broken('message-not-found');
      if (!canResend(attempt)) throw broken('not-resendable');
      return [{ type: 'MessageRequested', data: { resends: attempt.id } }];
    }
    case 'AnswerReply': {
      const { replyId, words, answersSeen } = command;
      if ((ledger.answers.get(replyId) ?? 0) !== answersSeen) throw broken('answered-meanwhile');
      return [{ type: 'MessageRequested', data: { answers: replyId, personal: { words } } }];
    }
    case 'TellLate': {
      const { minutes: lateMinutes, words } = command;
      return [{ type: 'MessageRequested', data: { lateMinutes, personal: { words } } }];
    }
    case 'DismissReply':
      if (ledger.dismissed.has(command.replyId)) return [];
      return [{ type: 'ReplyDismissed', data: { replyId: command.replyId } }];
    case 'DismissMessage': {
      const { attemptId } = command;
      const attempt = ledger.attempts.get(attemptId);
      // Of one that is open, nothing was heard for minutes.
      if (attempt && !['open', 'failed', 'unknown'].includes(statusOf(attempt)))
        throw broken('not-dismissable');
      return ledger.dismissed.has(attemptId) ? [] : [{ type: 'MessageDismissed', data: { attemptId } }];
    }
  }
}

/** Decides commands of staff on the texts about one booking. */
export const messagesDecider: Decider<MessagesCommand, MessageEvent, Ledger> = {
  streams: `${MESSAGES}-`,
  eventTypes: messageEventTypes,
  // Only staff's requests count for the version; the sender and the provider write at any time.
  uncounted: Object.keys(messageEventTypes).filter((type) => type !== 'MessageRequested'),
  initialState: emptyLedger,
  decide,
  evolve: evolveLedger,
  resultOf: () => null,
};

/** The same for mails. */
export const mailsDecider: typeof messagesDecider = { ...messagesDecider, streams: `${MAILS}-` };
