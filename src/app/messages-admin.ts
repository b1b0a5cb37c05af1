import { createBookingsOfMessages } from '../../projections/bookings/of-messages.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import { history } from '../../projections/history/projection.ts';
import { createReasons } from '../../projections/history/reasons.ts';
import { messages as messagesModel } from '../../projections/messages/projection.ts';
import { createMessages } from '../../projections/messages/queries.ts';
import { messageListRoutes } from '../../projections/messages/routes.ts';
import { createUndelivered } from '../../projections/messages/undelivered.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { createKeyedMutex } from '../eventsourcing/async/keyed-mutex.ts';
import { sealedEventStore } from '../eventsourcing/sealing/sealed-event-store.ts';
import { createEventStreams } from '../eventsourcing/streams/event-streams.ts';
import { namesOfUsers } from '../features/accounts/users/users.ts';
import { createMessageCommands } from '../features/messages/commands.ts';
import { mailRows } from '../features/messages/mails/mail-rows.ts';
import { createOptOutOf, type OptOutOf } from '../features/messages/opt-outs.ts';
import { messageRoutes } from '../features/messages/routes.ts';
import { postgresCauseRows } from '../features/messages/sending/cause-rows.ts';
import { createSendingCommands } from '../features/messages/sending/commands.ts';
import { sendingDecider } from '../features/messages/sending/decider.ts';
import { createLastDecidedBy } from '../features/messages/sending/last-decided-by.ts';
import { createSendingSwitch } from '../features/messages/sending/switch.ts';
import { mailsDecider, messagesDecider } from '../features/messages/staff-requests.ts';
import { createWhyUnmailed, createWhyUntold, type WhyUntold } from '../features/messages/told.ts';
import { usualTexts } from '../features/messages/usual-texts.ts';
import { createNextText } from '../features/messages/waiting/next-text.ts';
import { waitingMessageRoutes } from '../features/messages/waiting/routes.ts';
import { createWaitingMessages, type WaitingMessages } from '../features/messages/waiting/waiting.ts';
import { MAIL_CHANNEL, textChannel } from '../features/messages/worker/facts.ts';
import type { Guard } from '../http/operation/caller.ts';
import type { Mount } from '../http/operation/operation.ts';
import type { AppContext } from './context.ts';
import { linksOf, mailRulesOf, messageRulesOf } from './message-rules.ts';
import { numberHasher } from './number-hashes.ts';
import { mailBrandOf } from './senders.ts';
import type { Stores } from './stores.ts';

interface Deps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly stores: Stores;
  readonly context: Pick<AppContext, 'config' | 'publicUrl' | 'secretKey' | 'now'>;
  readonly profile: SalonProfile;
}

/** Staff's operations on messages to customers. @returns whether the customer of a booking, or a number, gets texts, and when they leave */
export function messagesAdminRoutes({ on, stores, context, profile }: Deps): {
  readonly whyUntold: WhyUntold;
  readonly optOutOf: OptOutOf;
  readonly departureOf: WaitingMessages['departureOf'];
} {
  const { log, keys, pool, links } = stores;
  const { config, publicUrl, secretKey, now } = context;
  const store = sealedEventStore(log, keys);
  const hashNumber = numberHasher(secretKey);
  const optOutOf = createOptOutOf(log, hashNumber);
  const rules = messageRulesOf({ config, profile, links, publicUrl });
  const whyUntold = createWhyUntold({ store, rules, optOutOf, now });
  const sending = createSendingSwitch(pool, now);
  const namesOf = (userIds: readonly string[]) => namesOfUsers(pool, userIds);
  const shown = {
    pool,
    store,
    appointments: createBookingsOfMessages({ pool, timeZone: profile.time_zone, now }),
    reasonsOf: createReasons(pool, namesOf),
    now,
  };
  const messages = createMessages(shown);
  messageListRoutes({ on, messages, others: [bookings, history] });
  const mailing = { brand: mailBrandOf(profile, publicUrl), linkOf: linksOf(links, publicUrl) };
  const texts = textChannel({ store, hashNumber, isOutbox: config.twilio === undefined });
  const rows = postgresCauseRows(pool);
  const waiting = createWaitingMessages({
    ...shown,
    log,
    channels: {
      sms: { channel: texts, rules },
      email: { channel: MAIL_CHANNEL, rules: mailRulesOf(rules, mailing) },
    },
    sending,
    keepsTexts: config.twilio === undefined,
  });
  const { departureOf } = waiting;
  waitingMessageRoutes({
    on,
    waiting,
    nextText: createNextText({ store, channel: texts, rules, now }),
    undelivered: createUndelivered({ pool, now }).of,
    models: [messagesModel, bookings, history],
  });
  messageRoutes({
    on,
    // Staff's requests hold nothing personal, so the log is used as it is stored.
    commands: createMessageCommands({
      streams: {
        sms: createEventStreams(log, messagesDecider, { mutex: createKeyedMutex(), now }),
        email: createEventStreams(log, mailsDecider, { mutex: createKeyedMutex(), now }),
      },
      store,
      rows: { sms: rows, email: mailRows(rows) },
      whyUntold,
      whyUnmailed: createWhyUnmailed({ store, timeZone: profile.time_zone, now }),
      sending,
    }),
    find: messages.find,
    sending,
    lastDecidedBy: createLastDecidedBy({ log, namesOf }),
    hasProvider: config.twilio !== undefined,
    hasMailServer: config.smtpUrl !== undefined,
    departureOf,
    countWaiting: waiting.count,
    sendingCommands: createSendingCommands({
      streams: createEventStreams(log, sendingDecider, { mutex: createKeyedMutex(), now }),
      sending,
    }),
    usualTexts: () => usualTexts(rules, now()),
  });
  return { whyUntold, optOutOf, departureOf };
}
