import { z } from 'zod';
import { CancellationReason, PaymentMethod } from '../../../contracts/bookings/bookings.ts';
import { SalonDateField, ServiceIdField } from '../../../contracts/fields.ts';
import { type EventOf, extended, personal, publicText } from '../../../eventsourcing/event-types.ts';
import { PUBLIC_TOTAL_AMOUNT } from '../../../salon/money.ts';
import { type Lasting, type Stretch, stylistOf } from '../../../salon/parts.ts';
import { hasParts, MinutesField, PartsField } from '../../time-fields.ts';
import { noticeFields, noticeText } from '../notice/events.ts';

/** Streams `booking-<uuid>`, one for each appointment. */
export const BOOKING = 'booking';
export const bookingStream = (bookingId: string): string => `${BOOKING}-${bookingId}`;
export const idOfBooking = (stream: string): string => stream.slice(BOOKING.length + 1);

const slot = {
  slotId: z.guid(),
  date: SalonDateField,
  start: MinutesField,
  end: MinutesField,
  parts: PartsField,
};

/** A slot that a booking claims. It must have been taken on the agenda of that day. */
export type Slot = Readonly<z.infer<z.ZodObject<typeof slot>>>;

/** The time of a slot. */
export type Time = Omit<Slot, 'slotId'>;

export type At = Pick<Time, 'date' | 'start'>;

/** Whether both begin at the same time of the same day. */
export const isSameStart = (one: At, other: At): boolean =>
  one.date === other.date && one.start === other.start;

/** Whether a move only changes who does the appointment. */
export const isHandOver = ({ from, ...to }: Time & { readonly from: Time }): boolean =>
  isSameStart(to, from) && stylistOf(to) !== stylistOf(from);

/** A service as it was when it was booked. Later changes of the catalogue don't affect it. */
const bookedService = z.strictObject({
  id: ServiceIdField,
  name: publicText(200),
  /** Words such as `Price Varies`, or dollars such as `$65.00`. */
  price: publicText(100),
  priceCents: z.int().min(0),
  /** Staff have said this price for this appointment. */
  pricedByStaff: z.literal(true).optional(),
  duration: z.int().positive(),
});
export type BookedService = z.infer<typeof bookedService>;

/** A service of the catalogue. Its gap isn't booked: the parts of a slot say what time it occupies. */
export type OfferedService = BookedService & Pick<Lasting, 'gap'>;

/** How the customer is reached about the booking. */
const contact = {
  email: z.string().nullable(),
  /** The phone number as it was typed. */
  phone: z.string(),
  /** The number as E.164; null when it can't be parsed. */
  phoneE164: z.string().nullable(),
};

/** A service of the booking, or something else that was paid for. A discount is below 0. */
const paidLine = z.strictObject({ serviceId: ServiceIdField.optional(), cents: z.int() });

const paid = {
  /** Without the tip; null when unknown. */
  amountCents: z.int().min(0).nullable(),
  /** How it was paid, and the tip, if staff have said so. */
  method: PaymentMethod.optional(),
  tipCents: z.int().positive().optional(),
  /** The parts of the amount, if staff have said them. */
  lines: z.array(paidLine).min(1).optional(),
  /** The two payments that make the amount, by different methods; `method` is then left out. The tip came with the first. */
  payments: z
    .array(z.strictObject({ method: PaymentMethod, cents: z.int().min(0) }))
    .length(2)
    .optional(),
  /** The words of each line; null for one without. Left out if no line has any. */
  personal: personal({ texts: z.array(z.string().nullable()) }).optional(),
};

/** The money that a visit brought, and how it was paid. */
export type Paid = Readonly<z.infer<z.ZodObject<typeof paid>>>;

const totalAmount = z.union([z.literal(PUBLIC_TOTAL_AMOUNT), z.string().regex(/^\$\d+\.\d{2}$/)]);

/** Staff's change of a booking that its customer may be told about. */
const told = { ...noticeFields, personal: noticeText };

const request = {
  status: z.enum(['pending', 'confirmed']),
  services: z.array(bookedService).min(1),
  totalAmount,
  smsConsent: z.boolean(),
  /** The exact text that the customer has agreed to. Left out for bookings by staff. */
  consentText: publicText(1_000).optional(),
  /** The customer whom staff picked. */
  customerId: z.guid().optional(),
  /** They came without an appointment. */
  walkIn: z.literal(true).optional(),
  /** A walk-in of whom neither name nor contact is known. */
  anonymous: z.literal(true).optional(),
  /** Left out where nobody has chosen: the customer then gets the usual messages. */
  notice: noticeFields.notice.optional(),
  mail: noticeFields.mail,
  personal: personal({
    name: z.string(),
    ...contact,
    notes: z.string().nullable(),
    /** The words of staff to the customer. */
    message: z.string().max(1600).optional(),
  }),
};

/** The data of a requested booking, without its time. */
export type BookingRequest = Readonly<z.infer<z.ZodObject<typeof request>>>;

const haveParts = (moved: Stretch & { readonly from: Stretch }) => hasParts(moved) || hasParts(moved.from);

export const bookingEventTypes = {
  BookingRequested: extended(
    z.strictObject({
      ...slot,
      ...request,
      /** Keyed hash of the network address that a public booking came from (`adapters/secrets/sender-hashes.ts`). */
      source: z.strictObject({ address: z.string().regex(/^[\w-]{22}$/) }).optional(),
      /** The contacts that the booking's own code has proven; left out if no code was asked for. */
      provenContacts: z
        .array(z.enum(['sms', 'email']))
        .min(1)
        .optional(),
    }),
    hasParts,
  ),
  BookingRescheduled: extended(
    z.strictObject({
      ...slot,
      from: z.strictObject(slot),
      /** True if the customer moved the booking. */
      bySelfService: z.literal(true).optional(),
      ...told,
    }),
    haveParts,
  ),
  /** The appointment ends earlier or later: a claim on a slot of the same day and start. `from` is the slot before. */
  BookingLengthChanged: extended(z.strictObject({ ...slot, from: z.strictObject(slot), ...told }), haveParts),
  /** Staff have changed the services or their prices. It claims no slot: with another length, `BookingLengthChanged` comes right before it. */
  BookingServicesChanged: {
    schemaVersion: 1,
    data: z.strictObject({ services: z.array(bookedService).min(1), totalAmount, ...told }),
  },
  BookingReinstated: extended(
    z.strictObject({
      ...slot,
      status: z.enum(['pending', 'confirmed']),
      /** Left out if the cancellation was told in every channel, or in none. */
      notice: noticeFields.notice.optional(),
      mail: noticeFields.mail,
      personal: noticeText,
    }),
    hasParts,
  ),
  BookingConfirmed: { schemaVersion: 1, data: z.strictObject({}) },
  /** Staff have undone their confirmation. */
  BookingUnconfirmed: { schemaVersion: 1, data: z.strictObject({}) },
  BookingCancelled: {
    schemaVersion: 1,
    data: z.strictObject({ slotId: z.guid(), reason: CancellationReason, ...told }),
  },
  BookingCompleted: {
    schemaVersion: 1,
    data: z.strictObject(paid),
  },
  /** Staff have undone the completion. With the status `completed` they have undone only that an amount was entered later. */
  BookingReopened: {
    schemaVersion: 1,
    data: z.strictObject({
      /** Status and amount are those from before the event that is undone. */
      status: z.enum(['pending', 'confirmed', 'completed']),
      totalAmount,
    }),
  },
  SmsConsentChanged: { schemaVersion: 1, data: z.strictObject({ smsConsent: z.boolean() }) },
  /** Staff have corrected how the customer is reached about this booking. The customer's own contacts stay as they are. */
  BookingContactCorrected: {
    schemaVersion: 1,
    data: z.strictObject({
      personal: personal({
        ...contact,
        /** Set if staff have named a walk-in. */
        name: z.string().optional(),
      }),
    }),
  },
  /** The customer is in the salon and waits. It isn't a decision about the visit. */
  CustomerArrived: { schemaVersion: 1, data: z.strictObject({}) },
  /** Staff have taken that back. */
  ArrivalTakenBack: { schemaVersion: 1, data: z.strictObject({}) },
  /** The note of staff about the visit, such as the colour formula: the whole text, null for none. It isn't a decision about the visit. */
  VisitNoted: {
    schemaVersion: 1,
    data: z.strictObject({ personal: personal({ text: z.string().nullable() }) }),
  },
  BookingDeleted: { schemaVersion: 1, data: z.strictObject({ slotId: z.guid() }) },
  /** The registrar or staff say which customer the booking belongs to; the last such event counts. It isn't a decision about it. */
  BookingLinked: { schemaVersion: 1, data: z.strictObject({ customerId: z.guid() }) },
  /** The customer was erased. The event is written before the booking's key is shredded. The appointment stays. */
  BookingErased: { schemaVersion: 1, data: z.strictObject({}) },
  /** The slot keeper's fence: from now on the booking can't claim this slot. */
  SlotClaimLapsed: { schemaVersion: 1, data: z.strictObject({ slotId: z.guid() }) },
};

export type BookingEvent = EventOf<typeof bookingEventTypes>;

/**
 * The kind of change that each event makes. A fold that cares only about one kind asks for the group by `changes`. So a new event type is
 * added to a group here, and only folds that use the names of types have to know it.
 */
const GROUPS = {
  BookingRequested: 'slot claimed',
  BookingRescheduled: 'slot claimed',
  BookingLengthChanged: 'slot claimed',
  BookingReinstated: 'slot claimed',
  BookingServicesChanged: 'services',
  BookingCancelled: 'slot given up',
  BookingDeleted: 'slot given up',
  SlotClaimLapsed: 'slot fenced off',
  BookingConfirmed: 'status',
  BookingUnconfirmed: 'status',
  BookingCompleted: 'status',
  BookingReopened: 'status',
  SmsConsentChanged: 'consent',
  BookingContactCorrected: 'contact',
  CustomerArrived: 'arrival',
  ArrivalTakenBack: 'arrival',
  VisitNoted: 'note',
  BookingLinked: 'customer',
  BookingErased: 'customer',
} as const satisfies Record<BookingEvent['type'], string>;

type Group = (typeof GROUPS)[BookingEvent['type']];
type TypeOf<G extends Group> = {
  [T in BookingEvent['type']]: (typeof GROUPS)[T] extends G ? T : never;
}[BookingEvent['type']];

/** Whether an event belongs to a group. If so, TypeScript narrows its type to the types of the group. */
export const changes = <E extends Pick<BookingEvent, 'type'>, G extends Group>(
  event: E,
  group: G,
): event is Extract<E, { type: TypeOf<G> }> => GROUPS[event.type] === group;

/** Events that aren't decisions about the booking. They don't count in its version, its ETag and its calendar entry. */
export const UNCOUNTED_EVENTS: readonly BookingEvent['type'][] = [
  'SlotClaimLapsed',
  'BookingLinked',
  'BookingErased',
  'VisitNoted',
  'CustomerArrived',
  'ArrivalTakenBack',
];

/** The slot that the booking gives up by an event: that of a booking that ends, or the one before a claim on another. */
export function slotGivenUpBy(event: BookingEvent): string | undefined {
  if (changes(event, 'slot given up')) return event.data.slotId;
  if (event.type === 'BookingRescheduled' || event.type === 'BookingLengthChanged')
    return event.data.from.slotId;
  return undefined;
}
