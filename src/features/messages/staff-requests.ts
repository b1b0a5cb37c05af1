import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { broken } from '../broken.ts';
import { MAILS, MESSAGES, type MessageEvent, type MessageKind, messageEventTypes } from './events.ts';
import { canResend, causeStatus, emptyLedger, evolveLedger, type Ledger } from './ledger.ts';

/** What staff ask for. The worker and the provider's reports write the rest. */
export type MessagesCommand =
  | { readonly kind: 'RequestMessage' }
  | { readonly kind: 'ResendMessage'; readonly attemptId: string }
  | {
      readonly kind: 'WithholdMessage';
      readonly causes: readonly string[];
      /** What the message would have said. */
      readonly told: MessageKind | undefined;
    };

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
    case 'WithholdMessage': {
      const { causes, told } = command;
      // One that is claimed may be with the provider already.
      if (causes.some((cause) => causeStatus(ledger, cause).status !== 'open'))
        throw broken('message-not-waiting');
      const data = { causes: [...causes], why: 'withheld' as const, ...(told && { kind: told }) };
      return [{ type: 'MessageSuppressed', data }];
    }
  }
}

/** The texts about one booking, as far as people ask for them. */
export const messagesDecider: Decider<MessagesCommand, MessageEvent, Ledger> = {
  streams: `${MESSAGES}-`,
  eventTypes: messageEventTypes,
  // What workers and the provider write moves no version that anybody has seen.
  uncounted: Object.keys(messageEventTypes).filter((type) => type !== 'MessageRequested'),
  initialState: emptyLedger,
  decide,
  evolve: evolveLedger,
  resultOf: () => null,
};

/** The mails about one booking, likewise. */
export const mailsDecider: typeof messagesDecider = { ...messagesDecider, streams: `${MAILS}-` };
