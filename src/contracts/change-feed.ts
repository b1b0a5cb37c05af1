import { z } from 'zod';
import { BookingStatus, CancellationReason, PaymentMethod } from './bookings/bookings.ts';
import {
  boundedText,
  ClockField,
  EndClockField,
  SalonDateField,
  ServiceIdField,
  StylistIdField,
  TimeField,
  UuidField,
} from './fields.ts';
import { MESSAGE_CHANNELS } from './messages/message-words.ts';
import { defineOperation } from './operation.ts';
import { countField, pageLimitField } from './paging.ts';
import { PublicGroup, ServiceCategory, ServiceGap } from './salon/services.ts';
import { StylistService, StylistWeek } from './salon/stylists.ts';

/**
 * `GET /api/admin/events`: the salon's events, for programs of its owner, as CloudEvents 1.0 (docs/change-feed.md). The types and their
 * data are a vocabulary of their own, so that the log's events may change. It holds facts only: no names, contacts, notes or texts. A
 * type's data may get more fields. If a field has to change its meaning, the type gets a successor of another name.
 */

const By = z.enum(['customer', 'staff', 'system']);

const cloudEvent = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({
    specversion: z.literal('1.0'),
    id: UuidField,
    /** The service's address. */
    source: z.url(),
    type: z.literal(type),
    /** Id of what it happened to; for a change of a day its date. Left out where it is no single thing. */
    subject: z.string().min(1).optional(),
    time: z.iso.datetime(),
    datacontenttype: z.literal('application/json'),
    /** `by`: who caused it. */
    data: z.object({ ...shape, by: By }),
  });

const appointment = { booking_id: UuidField };
/** The time of a booking; `duration` in minutes. */
const when = {
  appointment_date: SalonDateField,
  appointment_time: TimeField,
  duration: z.int().positive(),
  /** The stylist of the appointment; left out for the whole time of the first one. */
  stylist_id: StylistIdField.optional(),
};
const BookedServices = z.array(
  z.object({ id: ServiceIdField, price_cents: z.int().min(0), duration: z.int().positive() }),
);
const service = { service_id: ServiceIdField };
const offer = {
  ...service,
  category: ServiceCategory,
  public_group: PublicGroup,
  price_cents: z.int().min(0),
  duration_minutes: z.int().positive(),
  gap: ServiceGap.optional(),
};
const stylist = { stylist_id: StylistIdField };
const stylistCard = {
  ...stylist,
  /** The services that they do, with own minutes and prices; null for all. */
  services: z.array(StylistService).nullable(),
  /** The place in the salon's order. */
  order: z.number(),
  /** Whether visitors can book them. */
  online: z.boolean(),
};
const times = { start_time: ClockField.optional(), end_time: EndClockField.optional() };

/** Every type of the feed with its data. */
export const CloudEvent = z.discriminatedUnion('type', [
  cloudEvent('appointment.requested', {
    ...appointment,
    ...when,
    status: BookingStatus,
    services: BookedServices,
    total_amount: z.string(),
    /** The customer, if staff have picked one. Otherwise `customer.linked` says it. */
    customer_id: UuidField.nullable(),
  }),
  cloudEvent('appointment.confirmed', { ...appointment, status: BookingStatus }),
  /** Staff have undone the confirmation. */
  cloudEvent('appointment.unconfirmed', { ...appointment, status: BookingStatus }),
  cloudEvent('appointment.moved', {
    ...appointment,
    ...when,
    from: z.object({
      appointment_date: SalonDateField,
      appointment_time: TimeField,
      stylist_id: StylistIdField.optional(),
    }),
  }),
  /** It ends earlier or later; `from` is how long it was. */
  cloudEvent('appointment.length_changed', {
    ...appointment,
    ...when,
    from: z.object({ duration: z.int().positive() }),
  }),
  /** Its services or their prices have changed. */
  cloudEvent('appointment.services_changed', {
    ...appointment,
    services: BookedServices,
    total_amount: z.string(),
  }),
  cloudEvent('appointment.cancelled', { ...appointment, status: BookingStatus, reason: CancellationReason }),
  /** A cancellation was undone. */
  cloudEvent('appointment.reinstated', { ...appointment, ...when, status: BookingStatus }),
  /** It has taken place. Again for the same booking if what was paid is corrected. */
  cloudEvent('appointment.completed', {
    ...appointment,
    status: BookingStatus,
    /** Null if nobody has said what was paid. */
    amount_cents: z.int().min(0).nullable(),
    payment_method: PaymentMethod.nullable(),
    /** The two payments that make the amount, if it was paid in two ways; then `payment_method` is null. */
    payments: z.array(z.object({ method: PaymentMethod, cents: z.int().min(0) })),
    /** Added to the amount; of two payments it came with the first. */
    tip_cents: z.int().min(0),
    /** The parts of the amount; empty if they weren't said. `service_id` is null for anything that is no service of the booking. */
    lines: z.array(z.object({ service_id: ServiceIdField.nullable(), cents: z.int() })),
  }),
  /** Staff have undone the completion, or only its correction. */
  cloudEvent('appointment.reopened', { ...appointment, status: BookingStatus, total_amount: z.string() }),
  cloudEvent('appointment.deleted', appointment),
  cloudEvent('customer.added', {
    customer_id: UuidField,
    /** The booking for which the customer was made; null for one who was imported, or whom staff added. */
    booking_id: UuidField.nullable(),
    import_id: UuidField.nullable(),
  }),
  cloudEvent('customer.changed', { customer_id: UuidField }),
  /** A booking belongs to this customer. The last such event about a booking counts. */
  cloudEvent('customer.linked', { customer_id: UuidField, booking_id: UuidField }),
  cloudEvent('customer.merged', { customer_id: UuidField, into: UuidField, merge_id: UuidField }),
  /** The merge was undone. */
  cloudEvent('customer.split', { merge_id: UuidField }),
  cloudEvent('customer.erased', { customer_id: UuidField }),
  cloudEvent('service.added', { ...offer, active: z.boolean() }),
  cloudEvent('service.changed', offer),
  cloudEvent('service.activated', service),
  cloudEvent('service.deactivated', service),
  cloudEvent('service.removed', service),
  /** The removal was undone. */
  cloudEvent('service.restored', { ...offer, active: z.boolean() }),
  cloudEvent('stylist.added', stylistCard),
  /** Their name may have changed, too. */
  cloudEvent('stylist.changed', stylistCard),
  /** Null for the salon's hours. */
  cloudEvent('stylist.hours_set', { ...stylist, week: StylistWeek.nullable() }),
  cloudEvent('stylist.activated', stylist),
  cloudEvent('stylist.deactivated', stylist),
  cloudEvent('stylist.erased', stylist),
  /** Tells a change of the weekly hours. The fields that `change` isn't about are left out. */
  cloudEvent('hours.changed', {
    hours_id: UuidField,
    change: z.enum(['added', 'changed', 'switched', 'removed', 'restored']),
    /** 0 for Sunday to 6 for Saturday. */
    day_of_week: z.int().min(0).max(6).optional(),
    ...times,
    is_available: z.boolean().optional(),
  }),
  /** Tells a change of one date's own hours, or of the blocks on it. The fields that `change` isn't about are left out. */
  cloudEvent('day.changed', {
    date: SalonDateField,
    change: z.enum([
      'date_blocked',
      'date_unblocked',
      'time_blocked',
      'blocked_time_moved',
      'time_unblocked',
      'hours_set',
      'hours_cleared',
    ]),
    block_id: UuidField.optional(),
    /** The stylist whose hours or blocked time it is; left out for everybody's. Moved or opened, a block stays with whom `time_blocked` has named. */
    stylist_id: StylistIdField.optional(),
    ...times,
    /** The date's own hours; none if the salon is closed. */
    windows: z.array(z.object({ start_time: ClockField, end_time: EndClockField })).optional(),
  }),
  /** Tells the result of a text or mail. A later event about the same message corrects it. */
  cloudEvent('message.ended', {
    booking_id: UuidField,
    /** Null for a message that was not sent on purpose. */
    message_id: UuidField.nullable(),
    channel: z.enum(MESSAGE_CHANNELS),
    /** `kept`: written to a file, as there is no provider. `unknown`: nobody knows whether it was sent. */
    result: z.enum(['delivered', 'kept', 'failed', 'unknown', 'suppressed']),
    /** The reason why it is unknown or was suppressed; otherwise null. */
    reason: z.string().nullable(),
    /** The provider's code of a failure. */
    code: z.int().nullable(),
  }),
]);
export type CloudEvent = z.infer<typeof CloudEvent>;
export type CloudEventType = CloudEvent['type'];

/** The names of all types, in the order of their description. */
export const CLOUD_EVENT_TYPES: readonly CloudEventType[] = CloudEvent.options.map(
  ({ shape }) => shape.type.value,
);

const TYPES = 'Must be types of the feed, such as appointment.moved or service.*, separated by commas.';
const TYPE_NAMES = 'Must be a list of types of the feed, such as appointment.moved or service.*.';

/** The types that a name such as `appointment.moved`, or a prefix such as `appointment.*`, stands for. */
const typesOf = (name: string): readonly CloudEventType[] =>
  CLOUD_EVENT_TYPES.filter((type) =>
    name.endsWith('.*') ? type.startsWith(name.slice(0, -1)) : type === name,
  );

/** Whether a type is one of these names and prefixes. */
export const isTypeAmong = (type: CloudEventType, names: readonly string[]): boolean =>
  names.some((name) => typesOf(name).includes(type));

/** Names of types, or prefixes, each once. */
export const TypeNamesField = z
  .array(
    boundedText(100, TYPE_NAMES).refine((name) => typesOf(name).length > 0, TYPE_NAMES),
    TYPE_NAMES,
  )
  .min(1, TYPE_NAMES)
  .max(100, TYPE_NAMES)
  .overwrite((names) => [...new Set(names)]);

const TypesField = boundedText(1_000, TYPES)
  .refine((text) => text.split(',').every((name) => typesOf(name).length > 0), { error: TYPES, abort: true })
  .transform((text): ReadonlySet<CloudEventType> => new Set(text.split(',').flatMap(typesOf)))
  .describe('Only these types: names, or prefixes such as `appointment.*`, separated by commas.');

/** The longest wait, in seconds: less than the silence after which proxies usually give up. */
const MOST_WAIT_SECONDS = 30;

/** Names the event to go on after, also where none after it was sent. */
export const LAST_EVENT_HEADER = 'X-Last-Event-Id';

export const listEvents = defineOperation({
  method: 'get',
  path: '/api/admin/events',
  summary:
    'Change feed: what has happened, in order, as CloudEvents 1.0 with facts only. Go on with `after` and the id in `X-Last-Event-Id`',
  caller: 'admin',
  roles: 'owners',
  area: 'events',
  query: z.object({
    after: UuidField.describe(
      'Id of the event to go on after, from `X-Last-Event-Id`; from the first event on if it is left out.',
    ).optional(),
    limit: pageLimitField(1_000, 100).describe('The most events of an answer.'),
    types: TypesField.optional(),
    wait: countField(MOST_WAIT_SECONDS)
      .describe('How many seconds to wait for an event while there is none to send.')
      .optional(),
  }),
  answer: {
    status: 200,
    body: z.array(CloudEvent),
    type: 'application/cloudevents-batch+json',
    headers: {
      [LAST_EVENT_HEADER]:
        'Id of the last event that was looked at, sent or not: `after` of the next request. Left out while the log is empty.',
    },
  },
  waits: true,
  deadlineMs: (MOST_WAIT_SECONDS + 10) * 1_000,
  problems: ['unknown-event', 'feed-stopped', 'too-many-waiting', 'unavailable'],
});
export type EventsQuery = z.output<typeof listEvents.query>;
