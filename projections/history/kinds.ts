import type { HistoryKind } from '../../src/contracts/history/history.ts';
import type { HistoryEventType } from '../../src/contracts/history/history-words.ts';
import type { EventOf, EventTypes } from '../../src/eventsourcing/event-types.ts';
import { ownsStream } from '../../src/eventsourcing/streams/decider.ts';
import { AGENDA, agendaEventTypes, parseAgendaId } from '../../src/features/booking/agenda/events.ts';
import {
  BOOKING,
  bookingEventTypes,
  changes,
  idOfBooking,
} from '../../src/features/booking/appointment/events.ts';
import { SERVICE, serviceEventTypes } from '../../src/features/catalogue/events.ts';
import { accessEventTypes, CONNECTIONS, isOfPerson } from '../../src/features/connections/events.ts';
import {
  CUSTOMER,
  customerEventTypes,
  idOfCustomer,
  MERGES,
  mergesEventTypes,
} from '../../src/features/customers/events.ts';
import { HOURS, hoursEventTypes } from '../../src/features/hours/events.ts';
import { bookingOfMessages, MAILS, MESSAGES, messageEventTypes } from '../../src/features/messages/events.ts';
import { isOfPicture } from '../../src/features/pictures/events.ts';
import { REVIEW, reviewEventTypes } from '../../src/features/reviews/events.ts';
import { SENDING } from '../../src/features/sending-keys/events.ts';
import { SALON, salonEventTypes, thingOfSalon } from '../../src/features/settings/events.ts';
import { STYLIST, stylistEventTypes } from '../../src/features/team/events.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import type { ProjectedEvent } from '../engine/projection.ts';
import { tellAgenda } from './fields/agenda.ts';
import { tellBooking } from './fields/booking.ts';
import { tellConnection } from './fields/connection.ts';
import { tellCustomer, tellMerges } from './fields/customer.ts';
import type { Tell } from './fields/fields.ts';
import { tellHours } from './fields/hours.ts';
import { tellMessage } from './fields/message.ts';
import { tellPicture } from './fields/pictures.ts';
import { tellReview } from './fields/reviews.ts';
import { tellService } from './fields/service.ts';
import { tellSettings } from './fields/settings.ts';
import { tellStylist } from './fields/team.ts';

/** A thing, and who else has to do with it. */
export type Subject = {
  readonly kind: HistoryKind;
  readonly thing: string;
  /** The day that a booking is on from this event on. */
  readonly day: SalonDate | null;
  /** A customer whom it is about too, and another one. */
  readonly customer_id: string | null;
  readonly other_customer_id: string | null;
  /** The merge that a split ends; it names the customers (`history_merges`). */
  readonly merge_id: string | null;
};

const NO_OTHERS = { day: null, customer_id: null, other_customer_id: null, merge_id: null };

/** A kind of stream whose events have a history: what they happened to, and what they say of it. */
interface StreamKind<Types extends EventTypes = EventTypes> {
  readonly streams: string;
  /** Each with words for people in the contract. */
  readonly eventTypes: Types & Record<Exclude<keyof Types, HistoryEventType>, never>;
  subjectOf(event: ProjectedEvent<EventOf<Types>>): Pick<Subject, 'kind' | 'thing'> & Partial<Subject>;
  readonly tell: Tell<EventOf<Types>>;
}

const kind = <Types extends EventTypes>(definition: StreamKind<Types>) => definition as unknown as StreamKind;

const messagesKind = (name: 'message' | 'mail', streams: string) =>
  kind({
    streams,
    eventTypes: messageEventTypes,
    subjectOf: ({ stream }) => ({ kind: name, thing: bookingOfMessages(stream) }),
    tell: tellMessage,
  });

const KINDS: readonly StreamKind[] = [
  kind({
    streams: `${BOOKING}-`,
    eventTypes: bookingEventTypes,
    subjectOf(event) {
      const namesCustomer = event.type === 'BookingRequested' || event.type === 'BookingLinked';
      return {
        kind: 'booking',
        thing: idOfBooking(event.stream),
        day: changes(event, 'slot claimed') ? event.data.date : null,
        customer_id: (namesCustomer && event.data.customerId) || null,
      };
    },
    tell: tellBooking,
  }),
  kind({
    streams: `${AGENDA}-`,
    eventTypes: agendaEventTypes,
    subjectOf: ({ stream }) => ({ kind: 'day', thing: parseAgendaId(stream).date }),
    tell: tellAgenda,
  }),
  kind({
    streams: `${SERVICE}-`,
    eventTypes: serviceEventTypes,
    subjectOf: ({ data }) => ({ kind: 'service', thing: data.serviceId }),
    tell: tellService,
  }),
  kind({
    streams: HOURS,
    eventTypes: hoursEventTypes,
    subjectOf: () => ({ kind: 'hours', thing: 'week' }),
    tell: tellHours,
  }),
  kind({
    streams: `${CUSTOMER}-`,
    eventTypes: customerEventTypes,
    subjectOf: ({ stream }) => ({ kind: 'customer', thing: idOfCustomer(stream) }),
    tell: tellCustomer,
  }),
  kind({
    streams: MERGES,
    eventTypes: mergesEventTypes,
    subjectOf({ type, data }) {
      switch (type) {
        case 'CustomersMerged':
          return { kind: 'customer', thing: data.from, customer_id: data.from, other_customer_id: data.into };
        case 'CustomersSplit':
          return { kind: 'customer', thing: data.mergeId, merge_id: data.mergeId };
        case 'ImportStarted':
        case 'ImportFinished':
        case 'ImportUndone':
        case 'ImportUndoClosed':
          return { kind: 'customer', thing: data.importId };
        case 'CustomersErased': {
          if (data.importId !== undefined) return { kind: 'customer', thing: data.importId };
          // The others of the person have an event of their own each.
          const [first = null] = data.customerIds;
          return { kind: 'customer', thing: first ?? '', customer_id: first };
        }
      }
    },
    tell: tellMerges,
  }),
  kind({
    streams: SALON,
    eventTypes: salonEventTypes,
    subjectOf: (event) => ({
      kind: 'settings',
      thing: isOfPicture(event) ? 'pictures' : thingOfSalon(event),
    }),
    tell(event, known, names) {
      if (event.type === 'SettingsChanged') return tellSettings(event, known, names);
      // The history shows only that the keys have changed.
      return event.type === 'SendingKeysChanged' ? { key: SENDING } : tellPicture(event, known, names);
    },
  }),
  kind({
    streams: `${REVIEW}-`,
    eventTypes: reviewEventTypes,
    subjectOf: () => ({ kind: 'settings', thing: 'reviews' }),
    tell: tellReview,
  }),
  kind({
    streams: `${STYLIST}-`,
    eventTypes: stylistEventTypes,
    subjectOf: () => ({ kind: 'settings', thing: 'team' }),
    tell: tellStylist,
  }),
  kind({
    streams: CONNECTIONS,
    eventTypes: accessEventTypes,
    subjectOf: (event) => ({
      kind: 'connection',
      thing: isOfPerson(event) ? event.data.personId : event.data.connectionId,
    }),
    tell: tellConnection,
  }),
  messagesKind('message', `${MESSAGES}-`),
  messagesKind('mail', `${MAILS}-`),
];

/** Prefix or name of each stream that has a history. */
export const HISTORY_STREAMS = KINDS.map(({ streams }) => streams);

/** Every event type that has a history. */
export const HISTORY_EVENT_TYPES: EventTypes = Object.assign(
  {},
  ...KINDS.map(({ eventTypes }) => eventTypes),
);

/** Finds the kind of a stream. @throws Error for one without a history */
export function kindOf(stream: string): StreamKind {
  const found = KINDS.find((one) => ownsStream(one, stream));
  if (!found) throw new Error(`${stream} has no history`);
  return found;
}

/** The thing that an event happened to, and the person whom it is about. */
export const subjectOf = (event: ProjectedEvent): Subject => ({
  ...NO_OTHERS,
  ...kindOf(event.stream).subjectOf(event),
});
