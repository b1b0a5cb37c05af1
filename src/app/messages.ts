import { createBookingsOfMessages } from '../../projections/bookings/of-messages.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import { history } from '../../projections/history/projection.ts';
import { createReasons } from '../../projections/history/reasons.ts';
import { messages as messagesModel } from '../../projections/messages/projection.ts';
import { createMessageContext, createMessages } from '../../projections/messages/queries.ts';
import { messageListRoutes } from '../../projections/messages/routes.ts';
import { createUndelivered } from '../../projections/messages/undelivered.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { sealedEventStore } from '../eventsourcing/sealing/sealed-event-store.ts';
import { namesOfUsers } from '../features/accounts/users/users.ts';
import type { SecretLinks } from '../features/booking/appointment/secret-links.ts';
import { composeMessages, type Messages } from '../features/messages/compose.ts';
import type { MessagesDeps } from '../features/messages/context.ts';
import type { Guard } from '../http/operation/caller.ts';
import type { Mount } from '../http/operation/operation.ts';
import { mailBrandOf, mailerOf } from './senders.ts';

interface MessageStores extends Pick<MessagesDeps, 'log' | 'keys' | 'pool'> {
  readonly links: SecretLinks;
}

/** Messages to customers, over the stores of this process or of its worker thread. */
export function messagesOf(
  { log, keys, pool, links }: MessageStores,
  { config, publicUrl, secretKey, now }: Pick<MessagesDeps, 'config' | 'publicUrl' | 'secretKey' | 'now'>,
  profile: SalonProfile,
): Messages {
  return composeMessages({
    config,
    publicUrl,
    secretKey,
    profile,
    log,
    keys,
    pool,
    brand: mailBrandOf(profile, publicUrl),
    linkOf: (bookingId) => `${publicUrl}/b/${links.shortCodeOf(bookingId)}`,
    openMailer: () => mailerOf(config, profile, publicUrl),
    now,
  });
}

interface RoutesDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly messages: Messages;
  readonly stores: MessageStores;
  readonly timeZone: string;
  now(): Date;
}

/** Staff's operations on messages: commands of the feature, with what the read models tell of them. */
export function messagesAdminRoutes({ on, messages, stores, timeZone, now }: RoutesDeps): void {
  const { log, keys, pool } = stores;
  const namesOf = (userIds: readonly string[]) => namesOfUsers(pool, userIds);
  const appointments = createBookingsOfMessages({ pool, timeZone, now });
  const shown = {
    findBookings: appointments.find,
    readContext: createMessageContext({
      appointmentsOf: appointments.byIds,
      reasonsOf: createReasons(pool, namesOf),
    }),
  };
  const list = createMessages({ ...shown, pool, store: sealedEventStore(log, keys), now });
  messageListRoutes({ on, messages: list, others: [bookings, history] });
  messages.mountRoutes({
    ...shown,
    on,
    namesOf,
    find: list.find,
    undelivered: createUndelivered({ pool, now }).of,
    models: [messagesModel, bookings, history],
  });
}
