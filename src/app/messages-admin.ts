import { createMessages } from '../../projections/messages/queries.ts';
import { messageListRoute } from '../../projections/messages/routes.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { createEventStreams } from '../eventsourcing/event-streams.ts';
import { createKeyedMutex } from '../eventsourcing/keyed-mutex.ts';
import { sealedEventStore } from '../eventsourcing/sealing/sealed-event-store.ts';
import { createMessageCommands } from '../features/messages/commands.ts';
import { messagesDecider } from '../features/messages/decider.ts';
import { messageRoutes } from '../features/messages/routes.ts';
import { countWaiting } from '../features/messages/sending/cause-rows.ts';
import { createSendingSwitch } from '../features/messages/sending/switch.ts';
import { createWillBeTold, type WillBeTold } from '../features/messages/told.ts';
import type { Guard } from '../http/caller.ts';
import type { Mount } from '../http/operation.ts';
import type { AppContext } from './context.ts';
import { messageRulesOf } from './message-rules.ts';
import { numberHasher } from './messaging.ts';
import type { Stores } from './stores.ts';

interface Deps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly stores: Stores;
  readonly context: Pick<AppContext, 'publicUrl' | 'secretKey' | 'now'>;
  readonly profile: SalonProfile;
}

/** Staff's operations on messages to customers. @returns whether the customer of a booking gets texts */
export function messagesAdminRoutes({ on, stores, context, profile }: Deps): WillBeTold {
  const { log, keys, pool, links } = stores;
  const { publicUrl, secretKey, now } = context;
  const store = sealedEventStore(log, keys);
  const willBeTold = createWillBeTold({
    store,
    rules: messageRulesOf(profile, links, publicUrl),
    hashNumber: numberHasher(secretKey),
  });
  const messages = createMessages({ pool, store });
  messageListRoute({ on, messages });
  messageRoutes({
    on,
    // Staff's requests hold nothing personal, so the log is used as it is stored.
    commands: createMessageCommands({
      streams: createEventStreams(log, messagesDecider, { mutex: createKeyedMutex(), now }),
      willBeTold,
    }),
    bookingOf: messages.bookingOf,
    sending: createSendingSwitch(pool, now),
    countWaiting: () => countWaiting(pool, now()),
    head: log.head,
  });
  return willBeTold;
}
