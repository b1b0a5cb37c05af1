import type { Actor } from '../../src/contracts/actor.ts';
import type { HistoryKind } from '../../src/contracts/history.ts';
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

/** What an event happened to, and whom it is about. */
function subjectOf({ stream, type, data }: ProjectedEvent<HistoryEvent>): Subject {
  switch (type) {
    case 'BookingRequested':
      return subject('booking', idOfBooking(stream), {
        day: data.date,
        customer_id: data.customerId ?? null,
      });
    case 'BookingRescheduled':
    case 'BookingReinstated':
      return subject('booking', idOfBooking(stream), { day: data.date });
    case 'BookingLinked':
      return subject('booking', idOfBooking(stream), { customer_id: data.customerId });
    case 'BookingConfirmed':
    case 'BookingCancelled':
    case 'BookingCompleted':
    case 'SmsConsentChanged':
    case 'BookingContactCorrected':
    case 'BookingDeleted':
    case 'BookingErased':
    case 'SlotClaimLapsed':
      return subject('booking', idOfBooking(stream));
    case 'MessageRequested':
    case 'MessageAttempted':
    case 'MessageNotSent':
    case 'MessageSent':
    case 'MessageDelivered':
    case 'MessageFailed':
    case 'MessageOutcomeUnknown':
    case 'MessageSuppressed':
    case 'ReplyReceived':
      return subject(channelOf(stream) === 'email' ? 'mail' : 'message', bookingOfMessages(stream));
    case 'SlotTaken':
    case 'SlotReleased':
    case 'SlotHeld':
    case 'SlotHoldDropped':
    case 'DateBlocked':
    case 'BlockReasonChanged':
    case 'DateUnblocked':
      return subject('day', parseAgendaId(stream).date);
    case 'ServiceAdded':
    case 'ServiceChanged':
    case 'ServiceActivated':
    case 'ServiceDeactivated':
    case 'ServiceRemoved':
      return subject('service', data.serviceId);
    case 'HoursAdded':
    case 'HoursChanged':
    case 'HoursSwitched':
    case 'HoursRemoved':
      return subject('hours', WEEK);
    case 'CustomerRegistered':
    case 'CustomerContactAdded':
    case 'CustomerChanged':
    case 'CustomerErased':
      return subject('customer', idOfCustomer(stream));
    case 'CustomersMerged':
      return subject('customer', data.from, { customer_id: data.from, other_customer_id: data.into });
    case 'CustomersSplit':
      return subject('customer', data.mergeId, { merge_id: data.mergeId });
    case 'CustomersErased':
      // The others of the person have an event of their own each.
      return subject('customer', data.customerIds[0] ?? '', { customer_id: data.customerIds[0] ?? null });
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
