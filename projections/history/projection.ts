import type { Actor } from '../../src/contracts/history/actor.ts';
import type { HistoryKind } from '../../src/contracts/history/history.ts';
import {
  AGENDA,
  type AgendaEvent,
  agendaEventTypes,
  parseAgendaId,
} from '../../src/features/booking/agenda/events.ts';
import {
  BOOKING,
  type BookingEvent,
  bookingEventTypes,
  changes,
  idOfBooking,
} from '../../src/features/booking/appointment/events.ts';
import { SERVICE, type ServiceEvent, serviceEventTypes } from '../../src/features/catalogue/events.ts';
import {
  CUSTOMER,
  type CustomerEvent,
  customerEventTypes,
  idOfCustomer,
  MERGES,
  type MergesEvent,
  mergesEventTypes,
} from '../../src/features/customers/events.ts';
import { HOURS, type HoursEvent, hoursEventTypes } from '../../src/features/hours/events.ts';
import {
  bookingOfMessages,
  channelOf,
  MAILS,
  MESSAGES,
  type MessageEvent,
  messageEventTypes,
} from '../../src/features/messages/events.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { defineTable, type ProjectedEvent, type Projection, sqlName } from '../engine/projection.ts';

/** One event, without what it says: that is read from the log, where an erased person's part doesn't open any more. */
export type HistoryRow = {
  /** The event's. */
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly type: string;
  /** UTC instant. */
  readonly at: string;
  readonly actor: Actor;
  readonly correlation_id: string;
  /** Id of the event that led to it, or of a request. */
  readonly causation_id: string;
  /** What it happened to. */
  readonly kind: HistoryKind;
  readonly thing: string;
  /** The day that a booking is on from this event on. */
  readonly day: SalonDate | null;
  /** A customer whom it is about too, and another one. */
  readonly customer_id: string | null;
  readonly other_customer_id: string | null;
  /** Of a split: the merge that it ends, which names the customers (`history_merges`). */
  readonly merge_id: string | null;
};

/** Whom a merge was about. */
type MergeRow = { readonly id: string; readonly from_id: string; readonly into_id: string };

/** Every event that has a history. */
export const HISTORY_EVENT_TYPES = {
  ...bookingEventTypes,
  ...agendaEventTypes,
  ...serviceEventTypes,
  ...hoursEventTypes,
  ...customerEventTypes,
  ...mergesEventTypes,
  ...messageEventTypes,
};

type HistoryEvent =
  | BookingEvent
  | AgendaEvent
  | ServiceEvent
  | HoursEvent
  | CustomerEvent
  | MergesEvent
  | MessageEvent;

/** The one thing that the weekly hours are. */
const WEEK = 'week';

type Projected = ProjectedEvent<HistoryEvent>;
type Subject = Pick<HistoryRow, 'kind' | 'thing' | 'day' | 'customer_id' | 'other_customer_id' | 'merge_id'>;

const subject = (kind: HistoryKind, thing: string, others: Partial<Subject> = {}): Subject => ({
  kind,
  thing,
  day: null,
  customer_id: null,
  other_customer_id: null,
  merge_id: null,
  ...others,
});

const isOf = <Type extends HistoryEvent['type']>(
  types: Readonly<Record<Type, unknown>>,
  event: Projected,
): event is Extract<Projected, { type: Type }> => event.type in types;

/** What an event happened to, and whom it is about. */
function subjectOf(event: Projected): Subject {
  const { stream } = event;
  if (isOf(bookingEventTypes, event)) {
    const namesCustomer = event.type === 'BookingRequested' || event.type === 'BookingLinked';
    return subject('booking', idOfBooking(stream), {
      day: changes(event, 'slot claimed') ? event.data.date : null,
      customer_id: (namesCustomer && event.data.customerId) || null,
    });
  }
  if (isOf(messageEventTypes, event))
    return subject(channelOf(stream) === 'email' ? 'mail' : 'message', bookingOfMessages(stream));
  if (isOf(agendaEventTypes, event)) return subject('day', parseAgendaId(stream).date);
  if (isOf(serviceEventTypes, event)) return subject('service', event.data.serviceId);
  if (isOf(hoursEventTypes, event)) return subject('hours', WEEK);
  if (isOf(customerEventTypes, event)) return subject('customer', idOfCustomer(stream));
  switch (event.type) {
    case 'CustomersMerged': {
      const { from, into } = event.data;
      return subject('customer', from, { customer_id: from, other_customer_id: into });
    }
    case 'CustomersSplit':
      return subject('customer', event.data.mergeId, { merge_id: event.data.mergeId });
    case 'CustomersErased': {
      // The others of the person have an event of their own each.
      const [first = null] = event.data.customerIds;
      return subject('customer', first ?? '', { customer_id: first });
    }
  }
}

const events = defineTable({
  name: 'history',
  streams: [
    `${BOOKING}-`,
    `${AGENDA}-`,
    `${SERVICE}-`,
    HOURS,
    `${CUSTOMER}-`,
    MERGES,
    `${MESSAGES}-`,
    `${MAILS}-`,
  ],
  eventTypes: HISTORY_EVENT_TYPES,
  key: 'id',
  rowPerEvent: true,
  columns: {
    id: 'uuid',
    stream: 'text',
    revision: 'integer',
    position: 'text',
    type: 'text',
    at: 'timestamptz',
    actor: 'json',
    correlation_id: 'text',
    causation_id: 'text',
    kind: 'text',
    thing: 'text',
    day: 'date',
    customer_id: 'uuid',
    other_customer_id: 'uuid',
    merge_id: 'uuid',
  },
  keyOf: ({ id }) => id,
  evolve: (_: HistoryRow | undefined, event): HistoryRow => ({
    id: event.id,
    stream: event.stream,
    revision: Number(event.revision),
    position: event.position,
    type: event.type,
    at: event.metadata.at,
    actor: event.metadata.actor as Actor,
    correlation_id: event.metadata.correlationId,
    causation_id: event.metadata.causationId,
    ...subjectOf(event),
  }),
  indexes: ['position', 'stream, position', 'day', 'customer_id', 'other_customer_id', 'merge_id'],
});

const merges = defineTable({
  name: 'history_merges',
  streams: MERGES,
  eventTypes: mergesEventTypes,
  key: 'id',
  columns: { id: 'uuid', from_id: 'uuid', into_id: 'uuid' },
  indexes: ['from_id', 'into_id'],
  keyOf: (event) => (event.type === 'CustomersMerged' ? event.data.mergeId : null),
  evolve(row: MergeRow | undefined, event): MergeRow | null {
    if (event.type !== 'CustomersMerged') return row ?? null;
    const { mergeId, from, into } = event.data;
    return { id: mergeId, from_id: from, into_id: into };
  },
});

/** Who did what to what, and when. It keeps no personal data, so an erasure changes nothing here. */
export const history: Projection = { name: 'history', version: 3, tables: [events, merges] };

/** Names of the live tables. */
export const HISTORY_TABLE = sqlName(history, events);
export const HISTORY_MERGES_TABLE = sqlName(history, merges);
