import type { CloudEvent, CloudEventType } from '../../contracts/change-feed.ts';
import { partyOf } from '../../contracts/history/actor.ts';
import { shownServices, shownWeek } from '../../contracts/salon/stylists.ts';
import type { RecordedEvent } from '../../eventsourcing/event-store.ts';
import { type DomainEvent, type EventTypes, upcast } from '../../eventsourcing/event-types.ts';
import { logEventTypes } from '../../eventsourcing/log-opened.ts';
import { stylistOf } from '../../salon/parts.ts';
import { clocksOf, formatTime } from '../../salon/time-text.ts';
import { type AgendaEvent, agendaEventTypes, parseAgendaId } from '../booking/agenda/events.ts';
import {
  type BookedService,
  type BookingEvent,
  bookingEventTypes,
  idOfBooking,
  type Slot,
} from '../booking/appointment/events.ts';
import { type ServiceEvent, serviceEventTypes } from '../catalogue/events.ts';
import { accessEventTypes } from '../connections/events.ts';
import {
  type CustomerEvent,
  customerEventTypes,
  idOfCustomer,
  type MergesEvent,
  mergesEventTypes,
} from '../customers/events.ts';
import { type HoursEvent, hoursEventTypes } from '../hours/events.ts';
import {
  bookingOfMessages,
  channelOf,
  isKeptHere,
  type MessageEvent,
  messageEventTypes,
  numberEventTypes,
  sendingEventTypes,
} from '../messages/events.ts';
import { reviewEventTypes } from '../reviews/events.ts';
import { salonEventTypes } from '../settings/events.ts';
import { idOfStylist, type RecordedCard, type StylistEvent, stylistEventTypes } from '../team/events.ts';

/**
 * Translates events of the log into those for programs outside. It is the only file that knows both vocabularies. A translation uses
 * only what is in the event: nothing is read or opened for it.
 */

type DataOf<Type extends CloudEventType> = Omit<Extract<CloudEvent, { type: Type }>['data'], 'by'>;

/** The part of a CloudEvent that depends on the type of the event. */
type Content = {
  [Type in CloudEventType]: { readonly type: Type; readonly subject?: string; readonly data: DataOf<Type> };
}[CloudEventType];

/** The translation of each type of event; null for a type that never leaves. */
type Translation<Event extends DomainEvent> = {
  readonly [Type in Event['type']]:
    | ((event: RecordedEvent & Extract<Event, { readonly type: Type }>) => Content | undefined)
    | null;
};

const whenOf = ({ date, start, end, parts }: Slot) => ({
  appointment_date: date,
  appointment_time: formatTime(start),
  duration: end - start,
  ...(parts && { stylist_id: stylistOf({ parts }) }),
});

const bookedServices = (services: readonly BookedService[]) =>
  services.map(({ id, priceCents, duration }) => ({ id, price_cents: priceCents, duration }));

const ofBooking = <Type extends CloudEventType, Data extends object>(
  type: Type,
  { stream }: RecordedEvent,
  data: Data,
) => {
  const id = idOfBooking(stream);
  return { type, subject: id, data: { booking_id: id, ...data } };
};

const APPOINTMENTS: Translation<BookingEvent> = {
  BookingRequested: (event) => {
    const { status, services, totalAmount, customerId = null } = event.data;
    return ofBooking('appointment.requested', event, {
      ...whenOf(event.data),
      status,
      services: bookedServices(services),
      total_amount: totalAmount,
      customer_id: customerId,
    });
  },
  BookingConfirmed: (event) => ofBooking('appointment.confirmed', event, { status: 'confirmed' }),
  BookingUnconfirmed: (event) => ofBooking('appointment.unconfirmed', event, { status: 'pending' }),
  BookingRescheduled: (event) => {
    const { duration: _, ...from } = whenOf(event.data.from);
    return ofBooking('appointment.moved', event, { ...whenOf(event.data), from });
  },
  BookingLengthChanged: (event) => {
    const { start, end } = event.data.from;
    return ofBooking('appointment.length_changed', event, {
      ...whenOf(event.data),
      from: { duration: end - start },
    });
  },
  BookingServicesChanged: (event) =>
    ofBooking('appointment.services_changed', event, {
      services: bookedServices(event.data.services),
      total_amount: event.data.totalAmount,
    }),
  BookingCancelled: (event) =>
    ofBooking('appointment.cancelled', event, { status: 'cancelled', reason: event.data.reason }),
  BookingReinstated: (event) =>
    ofBooking('appointment.reinstated', event, { ...whenOf(event.data), status: event.data.status }),
  BookingCompleted: (event) => {
    const { amountCents, method = null, tipCents = 0, lines = [], payments = [] } = event.data;
    return ofBooking('appointment.completed', event, {
      status: 'completed',
      amount_cents: amountCents,
      payment_method: method,
      payments,
      tip_cents: tipCents,
      lines: lines.map(({ serviceId = null, cents }) => ({ service_id: serviceId, cents })),
    });
  },
  BookingReopened: (event) => {
    const { status, totalAmount } = event.data;
    return ofBooking('appointment.reopened', event, { status, total_amount: totalAmount });
  },
  BookingDeleted: (event) => ofBooking('appointment.deleted', event, {}),
  BookingLinked: ({ stream, data: { customerId } }) => ({
    type: 'customer.linked',
    subject: customerId,
    data: { customer_id: customerId, booking_id: idOfBooking(stream) },
  }),
  // These are about messages to the person, the salon's door, and staff's notes.
  CustomerArrived: null,
  ArrivalTakenBack: null,
  SmsConsentChanged: null,
  BookingContactCorrected: null,
  VisitNoted: null,
  // The booking stays, and `customer.erased` tells of the person.
  BookingErased: null,
  SlotClaimLapsed: null,
};

const ofDay = ({ stream }: RecordedEvent, change: Omit<DataOf<'day.changed'>, 'date'>): Content => {
  const { date } = parseAgendaId(stream);
  return { type: 'day.changed', subject: date, data: { date, ...change } };
};

/** The stylist whose hours or blocked time it is; nothing where it is everybody's. */
const whoseOf = ({ resource }: { readonly resource?: string | undefined }) =>
  resource === undefined ? {} : { stylist_id: resource };

const DAYS: Translation<AgendaEvent> = {
  // The events of bookings tell these, too.
  SlotTaken: null,
  SlotReleased: null,
  SlotHeld: null,
  SlotHoldDropped: null,
  DateBlocked: (event) => ofDay(event, { change: 'date_blocked', block_id: event.data.blockId }),
  DateUnblocked: (event) => ofDay(event, { change: 'date_unblocked', block_id: event.data.blockId }),
  TimeBlocked: (event) =>
    ofDay(event, {
      change: 'time_blocked',
      block_id: event.data.blockId,
      ...clocksOf(event.data),
      ...whoseOf(event.data),
    }),
  BlockedTimeMoved: (event) =>
    ofDay(event, { change: 'blocked_time_moved', block_id: event.data.blockId, ...clocksOf(event.data) }),
  TimeUnblocked: (event) => ofDay(event, { change: 'time_unblocked', block_id: event.data.blockId }),
  // This changes only a text that staff have written.
  BlockReasonChanged: null,
  DayHoursSet: (event) =>
    ofDay(event, {
      change: 'hours_set',
      windows: event.data.windows.map(clocksOf),
      ...whoseOf(event.data),
    }),
  DayHoursCleared: (event) => ofDay(event, { change: 'hours_cleared', ...whoseOf(event.data) }),
};

type Offered = Extract<ServiceEvent, { readonly type: 'ServiceChanged' }>['data'];
const offerOf = ({ serviceId, category, publicGroup, priceCents, durationMinutes, gap }: Offered) => ({
  service_id: serviceId,
  category,
  public_group: publicGroup,
  price_cents: priceCents,
  duration_minutes: durationMinutes,
  ...(gap && { gap }),
});

const ofService = <Type extends CloudEventType, Data extends { readonly service_id: string }>(
  type: Type,
  data: Data,
) => ({ type, subject: data.service_id, data });

const SERVICES: Translation<ServiceEvent> = {
  ServiceAdded: ({ data }) => ofService('service.added', { ...offerOf(data), active: data.active }),
  ServiceChanged: ({ data }) => ofService('service.changed', offerOf(data)),
  ServiceActivated: ({ data }) => ofService('service.activated', { service_id: data.serviceId }),
  ServiceDeactivated: ({ data }) => ofService('service.deactivated', { service_id: data.serviceId }),
  ServiceRemoved: ({ data }) => ofService('service.removed', { service_id: data.serviceId }),
  ServiceRestored: ({ data }) => ofService('service.restored', { ...offerOf(data), active: data.active }),
};

const ofStylist = <Type extends CloudEventType, Data extends object>(
  type: Type,
  { stream }: RecordedEvent,
  data: Data,
) => {
  const id = idOfStylist(stream);
  return { type, subject: id, data: { stylist_id: id, ...data } };
};

const cardOf = ({ services, order, online }: RecordedCard) => ({
  services: shownServices(services),
  order,
  online,
});

const STYLISTS: Translation<StylistEvent> = {
  StylistAdded: (event) => ofStylist('stylist.added', event, cardOf(event.data)),
  StylistChanged: (event) => ofStylist('stylist.changed', event, cardOf(event.data)),
  StylistHoursSet: (event) => ofStylist('stylist.hours_set', event, { week: shownWeek(event.data.week) }),
  StylistActivated: (event) => ofStylist('stylist.activated', event, {}),
  StylistDeactivated: (event) => ofStylist('stylist.deactivated', event, {}),
  StylistErased: (event) => ofStylist('stylist.erased', event, {}),
};

const ofHours = (hoursId: string, change: Omit<DataOf<'hours.changed'>, 'hours_id'>): Content => ({
  type: 'hours.changed',
  subject: hoursId,
  data: { hours_id: hoursId, ...change },
});

const HOURS: Translation<HoursEvent> = {
  HoursAdded: ({ data: { hoursId, dayOfWeek, ...times } }) =>
    ofHours(hoursId, { change: 'added', day_of_week: dayOfWeek, ...clocksOf(times) }),
  HoursChanged: ({ data }) => ofHours(data.hoursId, { change: 'changed', ...clocksOf(data) }),
  HoursSwitched: ({ data }) => ofHours(data.hoursId, { change: 'switched', is_available: data.isAvailable }),
  HoursRemoved: ({ data }) => ofHours(data.hoursId, { change: 'removed' }),
  HoursRestored: ({ data: { hoursId, dayOfWeek, isAvailable, ...times } }) => {
    const restored = { day_of_week: dayOfWeek, ...clocksOf(times), is_available: isAvailable };
    return ofHours(hoursId, { change: 'restored', ...restored });
  },
};

const ofCustomer = <Type extends CloudEventType, Data extends object>(
  type: Type,
  id: string,
  data: Data,
) => ({
  type,
  subject: id,
  data: { customer_id: id, ...data },
});

const CUSTOMERS: Translation<CustomerEvent> = {
  CustomerRegistered: ({ stream, data: { bookingId } }) =>
    ofCustomer('customer.added', idOfCustomer(stream), { booking_id: bookingId, import_id: null }),
  CustomerImported: ({ stream, data: { importId } }) =>
    ofCustomer('customer.added', idOfCustomer(stream), { booking_id: null, import_id: importId }),
  CustomerAdded: ({ stream }) =>
    ofCustomer('customer.added', idOfCustomer(stream), { booking_id: null, import_id: null }),
  CustomerContactAdded: ({ stream }) => ofCustomer('customer.changed', idOfCustomer(stream), {}),
  CustomerChanged: ({ stream }) => ofCustomer('customer.changed', idOfCustomer(stream), {}),
  CustomerErased: ({ stream }) => ofCustomer('customer.erased', idOfCustomer(stream), {}),
};

const MERGES: Translation<MergesEvent> = {
  CustomersMerged: ({ data: { from, into, mergeId } }) =>
    ofCustomer('customer.merged', from, { into, merge_id: mergeId }),
  CustomersSplit: ({ data: { mergeId } }) => ({ type: 'customer.split', data: { merge_id: mergeId } }),
  // Each customer's own event follows.
  CustomersErased: null,
  ImportStarted: null,
  ImportFinished: null,
  ImportUndone: null,
  ImportUndoClosed: null,
};

type Ended = DataOf<'message.ended'>;
type Why = Partial<Pick<Ended, 'reason' | 'code'>>;
const ended = (
  { stream }: RecordedEvent,
  id: string | null,
  result: Ended['result'],
  why: Why = {},
): Content => {
  const booking = bookingOfMessages(stream);
  const said = { booking_id: booking, message_id: id, channel: channelOf(stream), result };
  return { type: 'message.ended', subject: booking, data: { ...said, reason: null, code: null, ...why } };
};

const MESSAGES: Translation<MessageEvent> = {
  MessageRequested: null,
  MessageAttempted: null,
  // It is tried again.
  MessageNotSent: null,
  // If there is a provider, the result is still to come.
  MessageSent: (event) => (isKeptHere(event) ? ended(event, event.data.attemptId, 'kept') : undefined),
  MessageDelivered: (event) => ended(event, event.data.attemptId, isKeptHere(event) ? 'kept' : 'delivered'),
  MessageFailed: (event) => ended(event, event.data.attemptId, 'failed', { code: event.data.code }),
  MessageOutcomeUnknown: (event) => ended(event, event.data.attemptId, 'unknown', { reason: event.data.why }),
  MessageSuppressed: (event) => ended(event, null, 'suppressed', { reason: event.data.why }),
  MailSent: (event) => ended(event, event.data.mailId, isKeptHere(event) ? 'kept' : 'delivered'),
  MailFailed: (event) => ended(event, event.data.mailId, 'failed', { code: event.data.code }),
  MailOutcomeUnknown: (event) => ended(event, event.data.mailId, 'unknown', { reason: 'no-answer' }),
  MailSuppressed: (event) => ended(event, null, 'suppressed', { reason: event.data.why }),
  ReplyReceived: null,
  ReplyDismissed: null,
  MessageDismissed: null,
};

/** Nothing of the streams of these kinds leaves. */
const INTERNAL: EventTypes = {
  ...logEventTypes,
  ...numberEventTypes,
  ...sendingEventTypes,
  ...salonEventTypes,
  ...reviewEventTypes,
  ...accessEventTypes,
};

/** All types of events that there are. */
export const EVENT_TYPES: EventTypes = {
  ...INTERNAL,
  ...agendaEventTypes,
  ...bookingEventTypes,
  ...hoursEventTypes,
  ...serviceEventTypes,
  ...stylistEventTypes,
  ...customerEventTypes,
  ...mergesEventTypes,
  ...messageEventTypes,
};

const TRANSLATIONS = {
  ...APPOINTMENTS,
  ...DAYS,
  ...SERVICES,
  ...STYLISTS,
  ...HOURS,
  ...CUSTOMERS,
  ...MERGES,
  ...MESSAGES,
} as unknown as Readonly<Record<string, ((event: RecordedEvent) => Content | undefined) | null>>;

/**
 * An event in the form for programs outside; undefined if it doesn't leave. The id stays the event's.
 *
 * @param event as it is stored, with its personal part sealed
 * @throws UnknownEvent for an event of a later release, of which this release doesn't know whether it may leave
 */
export function toCloudEvent(event: RecordedEvent, source: string): CloudEvent | undefined {
  const known = upcast(event, EVENT_TYPES);
  const content = TRANSLATIONS[known.type]?.(known);
  if (!content) return undefined;
  const { type, subject, data } = content;
  return {
    specversion: '1.0',
    id: event.id,
    source,
    type,
    ...(subject !== undefined && { subject }),
    time: event.metadata.at,
    datacontenttype: 'application/json',
    data: { ...data, by: partyOf(event.metadata.actor) },
  } as CloudEvent;
}
