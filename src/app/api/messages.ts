import { createBookingsOfMessages } from '../../../projections/bookings/of-messages.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import { createPersonReader } from '../../../projections/customers/person.ts';
import { customers } from '../../../projections/customers/projection.ts';
import { history } from '../../../projections/history/projection.ts';
import { createReasons } from '../../../projections/history/reasons.ts';
import { messages as messagesModel } from '../../../projections/messages/projection.ts';
import { createMessageContext, createMessages } from '../../../projections/messages/queries.ts';
import { messageListRoutes } from '../../../projections/messages/routes.ts';
import { createUndelivered } from '../../../projections/messages/undelivered.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import { namesOfUsers } from '../../features/accounts/users/users.ts';
import type { Messages } from '../../features/messages/compose.ts';
import type { Mount } from '../../http/operation/operation.ts';
import type { MessageStores } from '../messages.ts';

interface RoutesDeps {
  readonly on: Mount;
  readonly messages: Messages;
  readonly stores: MessageStores;
  readonly timeZone: string;
  now(): Date;
}

/** Staff's operations on messages. The feature provides the commands, the read models what is shown of the appointments. */
export function messageOperations({ on, messages, stores, timeZone, now }: RoutesDeps): void {
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
  const reader = createPersonReader(pool);
  const list = createMessages({
    ...shown,
    bookingsOf: async (customerId) =>
      appointments.ofCustomers([...((await reader.person(customerId))?.customers.keys() ?? [])]),
    pool,
    store: sealedEventStore(log, keys),
    now,
  });
  messageListRoutes({ on, messages: list, others: [bookings, customers, history] });
  messages.mountRoutes({
    ...shown,
    on,
    namesOf,
    find: list.find,
    phoneOf: appointments.phoneOf,
    undelivered: createUndelivered({ pool, now }).of,
    models: [messagesModel, bookings, history],
  });
}
