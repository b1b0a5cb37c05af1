import { z } from 'zod';
import { MOST_IMPORTED_ROWS } from '../../contracts/customers/imports.ts';
import type { Before } from '../../contracts/customers/visits.ts';
import { type EventOf, personal } from '../../eventsourcing/event-types.ts';
import type { BookingEvent } from '../booking/appointment/events.ts';
import type { ReviewEvent } from '../reviews/events.ts';
import type { StylistEvent } from '../team/events.ts';

/** Streams `customer-<uuid>`, one for each customer. */
export const CUSTOMER = 'customer';
export const customerStream = (customerId: string): string => `${CUSTOMER}-${customerId}`;
export const idOfCustomer = (stream: string): string => stream.slice(CUSTOMER.length + 1);

/** The registrar's name. It is part of the ids of its events and the key of its checkpoint, so it must never change. */
export const REGISTRAR = 'registrar';

/** The single stream that says which customers are the same person, who is erased, and what was imported. */
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

/** The visits that another program had counted before the customer came into this one. Null for each fact that it lacked. */
const before = {
  visits: z.int().min(0).nullable(),
  /** Dates `yyyy-MM-dd`. */
  firstVisit: z.string().nullable(),
  lastVisit: z.string().nullable(),
  spentCents: z.int().min(0).nullable(),
};
type CardBefore = Readonly<z.infer<z.ZodObject<typeof before>>>;

/** The visits of a card, as the API names them. */
export const shownBefore = (before: CardBefore | undefined): Before | null =>
  before
    ? {
        visits: before.visits,
        first_visit: before.firstVisit,
        last_visit: before.lastVisit,
        spent_cents: before.spentCents,
      }
    : null;

/** The opposite of `shownBefore`, to spread into a card. */
export const keptBefore = (before: Before | null | undefined): { readonly before?: CardBefore } =>
  before
    ? {
        before: {
          visits: before.visits,
          firstVisit: before.first_visit,
          lastVisit: before.last_visit,
          spentCents: before.spent_cents,
        },
      }
    : {};

/** The data on a customer's card. The first e-mail and the first phone number are the ones that are used. */
const card = {
  name: z.string(),
  ...contacts,
  birthdayMonth: z.int().min(1).max(12).nullable(),
  birthdayDay: z.int().min(1).max(31).nullable(),
  notes: z.string().nullable(),
  /** Imports bring it, or staff who add a row that wasn't taken. Nothing changes it. */
  before: z.strictObject(before).optional(),
};
export type CardContacts = Readonly<z.infer<z.ZodObject<typeof contacts>>>;
export type Card = Readonly<z.infer<z.ZodObject<typeof card>>>;

export const customerEventTypes = {
  CustomerRegistered: {
    schemaVersion: 1,
    data: z.strictObject({
      /** The booking for which the customer was registered, because no known customer had made it. */
      bookingId: z.guid(),
      /** Time of that booking's request: an instant in UTC. */
      since: z.iso.datetime(),
      personal: personal(card),
    }),
  },
  /** A row of a file that staff imported. Always the first event: the customer was created when the event was recorded. */
  CustomerImported: {
    schemaVersion: 1,
    data: z.strictObject({ importId: z.guid(), row: z.int().positive(), personal: personal(card) }),
  },
  /** Staff added the customer by hand. Always the first event: the customer was created when the event was recorded. */
  CustomerAdded: { schemaVersion: 1, data: z.strictObject({ personal: personal(card) }) },
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
      /** Set if it only says who a walk-in is. */
      named: z.literal(true).optional(),
      /** The whole new card. */
      personal: personal(card),
    }),
  },
  /** Written before the stream's key is shredded. No event follows it. */
  CustomerErased: { schemaVersion: 1, data: z.strictObject({}) },
};
export type CustomerEvent = EventOf<typeof customerEventTypes>;

export const FIRST_EVENTS: ReadonlySet<string> = new Set<CustomerEvent['type']>([
  'CustomerRegistered',
  'CustomerImported',
  'CustomerAdded',
]);

export const mergesEventTypes = {
  CustomersMerged: {
    schemaVersion: 1,
    data: z.strictObject({ mergeId: z.guid(), from: z.guid(), into: z.guid() }),
  },
  CustomersSplit: { schemaVersion: 1, data: z.strictObject({ mergeId: z.guid() }) },
  /** All customers who are one person. The personal data in their streams and bookings is erased after this event. */
  CustomersErased: {
    schemaVersion: 1,
    data: z.strictObject({
      customerIds: z.array(z.guid()).min(1),
      /** The import whose undo erases them: they have no bookings then. Left out if staff have asked for the erasure. */
      importId: z.guid().optional(),
    }),
  },
  /** Staff began to import a file. No other import begins, and staff erase nobody whose contacts its file may have, until this one is finished or undone. */
  ImportStarted: {
    schemaVersion: 1,
    data: z.strictObject({ importId: z.guid(), rows: z.int().positive() }),
  },
  /** Every row of the import is done. */
  ImportFinished: {
    schemaVersion: 1,
    data: z.strictObject({
      importId: z.guid(),
      imported: z.int().min(0),
      /** Rows of people who were known already, and of others who share a contact. */
      skipped: z.int().min(0),
      refused: z.int().min(0),
    }),
  },
  /** Staff took the import back. From now on nobody of it is a customer for staff, unless `ImportUndoClosed` lists them. */
  ImportUndone: { schemaVersion: 1, data: z.strictObject({ importId: z.guid() }) },
  /** The import's customers have been erased, except those about whom something else was decided. Only the registrar writes this. */
  ImportUndoClosed: {
    schemaVersion: 1,
    data: z.strictObject({ importId: z.guid(), kept: z.array(z.guid()).max(MOST_IMPORTED_ROWS) }),
  },
};
export type MergesEvent = EventOf<typeof mergesEventTypes>;

const erasing: readonly (BookingEvent | CustomerEvent | ReviewEvent | StylistEvent)['type'][] = [
  'BookingDeleted',
  'BookingErased',
  'CustomerErased',
  'ReviewErased',
  'StylistErased',
];
/** After one of these events the stream's key is shredded, so that the stream contains no readable personal data any more. */
export const ERASING_EVENTS: ReadonlySet<string> = new Set(erasing);
