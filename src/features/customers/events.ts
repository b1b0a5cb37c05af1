import { z } from 'zod';
import { type EventOf, personal } from '../../eventsourcing/event-types.ts';
import type { BookingEvent } from '../booking/appointment/events.ts';

/** `customer-<uuid>`: one customer. */
export const CUSTOMER = 'customer';
export const customerStream = (customerId: string): string => `${CUSTOMER}-${customerId}`;
export const idOfCustomer = (stream: string): string => stream.slice(CUSTOMER.length + 1);

/** The one stream that says which customers are the same person. */
export const MERGES = 'merges';

const contacts = {
  emails: z.array(z.string()),
  phones: z.array(
    z.strictObject({
      /** As typed. */
      phone: z.string(),
      /** E.164, null when the number can't be understood. */
      phoneE164: z.string().nullable(),
    }),
  ),
};

/** What is known of a customer. The first e-mail and the first phone are the ones to use. */
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
      /** The booking that nobody known had made. */
      bookingId: z.guid(),
      /** When that was requested: an instant in UTC. */
      since: z.iso.datetime(),
      personal: personal(card),
    }),
  },
  /** Learnt from a booking that staff made or confirmed. */
  CustomerContactAdded: {
    schemaVersion: 1,
    data: z.strictObject({ bookingId: z.guid(), personal: personal(contacts) }),
  },
  CustomerChanged: {
    schemaVersion: 1,
    data: z.strictObject({
      /** Number of the stream's decisions with this one, so that a change decided on another card is another event. */
      version: z.int().positive(),
      /** The whole card as it is from now on. */
      personal: personal(card),
    }),
  },
  /** Written before the key is shredded; nothing follows it. */
  CustomerErased: { schemaVersion: 1, data: z.strictObject({}) },
};
export type CustomerEvent = EventOf<typeof customerEventTypes>;

export const mergesEventTypes = {
  CustomersMerged: {
    schemaVersion: 1,
    data: z.strictObject({ mergeId: z.guid(), from: z.guid(), into: z.guid() }),
  },
  CustomersSplit: { schemaVersion: 1, data: z.strictObject({ mergeId: z.guid() }) },
  /** Every customer of one person; what their streams and bookings hold of them is erased next. */
  CustomersErased: { schemaVersion: 1, data: z.strictObject({ customerIds: z.array(z.guid()).min(1) }) },
};
export type MergesEvent = EventOf<typeof mergesEventTypes>;

const erasing: readonly (BookingEvent | CustomerEvent)['type'][] = [
  'BookingDeleted',
  'BookingErased',
  'CustomerErased',
];
/** After one of these a stream's key is shredded, and it holds nothing personal any more. */
export const ERASING_EVENTS: ReadonlySet<string> = new Set(erasing);
