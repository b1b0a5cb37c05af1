import { createBookingsOfMessages } from '../../../projections/bookings/of-messages.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import { createPersonReader } from '../../../projections/customers/person.ts';
import { customers } from '../../../projections/customers/projection.ts';
import { history } from '../../../projections/history/projection.ts';
import { createReasons } from '../../../projections/history/queries.ts';
import { messages as messagesModel } from '../../../projections/messages/projection.ts';
import { createMessageContext, createMessages } from '../../../projections/messages/queries.ts';
import { messageListRoutes } from '../../../projections/messages/routes.ts';
import { createUndelivered } from '../../../projections/messages/undelivered.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import { checksStylist } from '../../features/known-stylist.ts';
import type { ApiContext } from './context.ts';

/** Staff's operations on messages. The feature provides the commands, the read models what is shown of the bookings. */
export function messageOperations({
  on,
  catalogue,
  team,
  messages,
  log,
  keys,
  pool,
  timeZone,
  now,
  namesOf,
}: ApiContext): void {
  const appointments = createBookingsOfMessages({ pool, timeZone, now });
  const readContext = createMessageContext({
    appointmentsOf: appointments.byIds,
    reasonsOf: createReasons(pool, namesOf),
  });
  const reader = createPersonReader(pool);
  const list = createMessages({
    findBookings: appointments.find,
    readContext,
    bookingsOf: async (customerId) =>
      appointments.ofCustomers([...((await reader.person(customerId))?.customers.keys() ?? [])]),
    appointmentsOf: appointments.byIds,
    pool,
    store: sealedEventStore(log, keys),
    now,
  });
  messageListRoutes({ on, messages: list, others: [bookings, customers, history] });
  messages.mountRoutes({
    readContext,
    on,
    checkStylist: checksStylist(team.isKnown),
    offeredServices: catalogue.activeServices,
    namesOf,
    find: list.find,
    phoneOf: appointments.phoneOf,
    undelivered: createUndelivered({ pool, now }).of,
    models: [messagesModel, bookings, history],
  });
}
