import type { SmsProvider } from '../../../src/adapters/sms/provider.ts';
import type { EventStore } from '../../../src/eventsourcing/event-store.ts';
import { textChannel } from '../../../src/features/messages/channels.ts';
import { messagesStream } from '../../../src/features/messages/events.ts';
import { createMessageAppends } from '../../../src/features/messages/ledger/append.ts';
import { createOutcomeRecorder } from '../../../src/features/messages/ledger/record-outcome.ts';
import { createMessageSender } from '../../../src/features/messages/sending/sender.ts';
import { BOOKING_ID, channelDeps, NOON } from './message-facts.ts';

/** A sender at noon that texts about one booking, where nothing but its log and its provider can go wrong. */
export function textSender(store: EventStore, send: SmsProvider['send']) {
  const now = () => NOON;
  const appends = createMessageAppends({ store, now });
  return createMessageSender({
    store,
    appends,
    recorder: createOutcomeRecorder({ store, appends, streamOf: messagesStream }),
    limits: { allow: async () => 'allowed', bookingsOf: async () => [BOOKING_ID] },
    provider: { send, find: async () => [], receiptOf: async () => ({ status: 'pending' }) },
    channel: textChannel({
      store,
      hashNumber: (number) => number,
      isOutbox: () => false,
      ...channelDeps,
    }),
    hashNumber: (number) => number,
    now,
    monotonic: () => performance.now(),
    together: async () => {},
    ended: () => {},
  });
}
