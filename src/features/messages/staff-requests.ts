import type { Decider } from '../../eventsourcing/decider.ts';
import { broken } from '../broken.ts';
import { MAILS, MESSAGES, type MessageEvent, messageEventTypes } from './events.ts';
import { canResend, emptyLedger, evolveLedger, type Ledger } from './ledger.ts';

/** What staff ask for. The worker and the provider's reports write the rest. */
export type MessagesCommand =
  | { readonly kind: 'RequestMessage' }
  | { readonly kind: 'ResendMessage'; readonly attemptId: string };

function decide(command: MessagesCommand, { attempts }: Ledger): MessageEvent[] {
  switch (command.kind) {
    case 'RequestMessage':
      return [{ type: 'MessageRequested', data: {} }];
    case 'ResendMessage': {
      const attempt = attempts.get(command.attemptId);
      if (!attempt) throw broken('message-not-found');
      if (!canResend(attempt)) throw broken('not-resendable');
      return [{ type: 'MessageRequested', data: { resends: attempt.id } }];
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
