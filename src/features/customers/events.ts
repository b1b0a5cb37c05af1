import { z } from 'zod';
import { type EventOf, personal } from '../../eventsourcing/event-types.ts';
import type { BookingEvent } from '../booking/appointment/events.ts';

/** Streams `customer-<uuid>`, one for each customer. */
export const CUSTOMER = 'customer';
export const customerStream = (customerId: string): string => `${CUSTOMER}-${customerId}`;
export const idOfCustomer = (stream: string): string => stream.slice(CUSTOMER.length + 1);

/** The single stream that says which customers are the same person. */
export const MERGES = 'merges';

const contacts = {
  emails: z.array(z.string()),
  phones: z.array(
    z.strictObject({
      /** The phone number as it was typed. */
      phone: z.string(),
      /** The number as E.164; null when it can't be parsed. */
      phoneE164: z.string().nullable(),
    }),
  ),
};

/** What is known of a customer. The first e-mail and the first phone number are the ones that are used. */
const card = {
  name: z.string(),
  ...contacts,
  birthdayMonth: z.int().min(1).max(12).nullable(),
  birthdayDay: z.int().min(1).max(31).nullable(),
  notes: z.string().nullable(),
};
export type CardContacts = Readonly<z.infer<z.ZodObject<typeof contacts>>>;
export type Card = Readonly<z.infer<z.ZodObject<typeof card>>>;

export const customerEventTypes = {
  CustomerRegistered: {
    schemaVersion: 1,
    data: z.strictObject({
      /** The booking for which the customer was registered, because no known customer had made it. */
      bookingId: z.guid(),
      /** When that booking was requested: an instant in UTC. */
      since: z.iso.datetime(),
      personal: personal(card),
    }),
  },
  /** Contacts of a booking that staff made or confirmed were added to the card. */
  CustomerContactAdded: {
    schemaVersion: 1,
    data: z.strictObject({ bookingId: z.guid(), personal: personal(contacts) }),
  },
  CustomerChanged: {
    schemaVersion: 1,
    data: z.strictObject({
      /** Number of decisions in the stream, including this one. So the same change decided on another version is another event. */
      version: z.int().positive(),
      /** The whole new card. */
      personal: personal(card),
    }),
  },
  /** Written before the stream's key is shredded. No event follows it. */
  CustomerErased: { schemaVersion: 1, data: z.strictObject({}) },
};
export type CustomerEvent = EventOf<typeof customerEventTypes>;

export const mergesEventTypes = {
  CustomersMerged: {
    schemaVersion: 1,
    data: z.strictObject({ mergeId: z.guid(), from: z.guid(), into: z.guid() }),
  },
  CustomersSplit: { schemaVersion: 1, data: z.strictObject({ mergeId: z.guid() }) },
  /** All customers who are one person. The personal data in their streams and bookings is erased after this event. */
  CustomersErased: { schemaVersion: 1, data: z.strictObject({ customerIds: z.array(z.guid()).min(1) }) },
};
export type MergesEvent = EventOf<typeof mergesEventTypes>;

const erasing: readonly (BookingEvent | CustomerEvent)['type'][] = [
  'BookingDeleted',
  'BookingErased',
  'CustomerErased',
];
/** After one of these events the stream's key is shredded, so that the stream contains no readable personal data any more. */
export const ERASING_EVENTS: ReadonlySet<string> = new Set(erasing);
