import { z } from 'zod';
import { IdPath, PositionField, SalonDateField, ServiceIdField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { pageLimitField } from '../paging.ts';

/**
 * The kinds of things that have a history. The history of a day is everything that happened to the day's times: bookings, holds and blocks.
 * Messages about a booking have histories of their own under the booking's id: text messages (`message`) and mails.
 */
export const HistoryKind = z.enum([
  'booking',
  'message',
  'mail',
  'customer',
  'service',
  'hours',
  'day',
  'settings',
  'connection',
]);
export type HistoryKind = z.infer<typeof HistoryKind>;
/** The kinds that are about messages. */
export const MESSAGE_HISTORIES: readonly HistoryKind[] = ['message', 'mail'];

/**
 * One thing that has a history. A booking, a customer and a service are named by their ids, a day by its date, and messages by the
 * id of their booking. The weekly hours are a single thing, with the id `week`; of settings, each section is one, named by its id,
 * and the pictures are one, with the id `pictures`. The reviews that staff have entered belong to the section `reviews`. The
 * stylists are one, with the id `team`. A connection (an API key, a webhook or a private calendar address) is named by its id. A person
 * whose role was given or taken counts as a connection, too, named by the id of the account.
 */
export const HistoryThing = z.object({ kind: HistoryKind, id: z.string() });

/**
 * The actor of an event. The name is the one that the account has now; null when the account no longer exists. `api_key` is there if a
 * program acted with an API key of theirs: the key's name, or null if it went with the account.
 */
export const HistoryActor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('customer') }),
  z.object({
    kind: z.literal('admin'),
    user_id: z.string(),
    name: z.string().nullable(),
    api_key: z.string().nullable().optional(),
  }),
  z.object({ kind: z.literal('system'), process: z.string() }),
]);
export type HistoryActor = z.infer<typeof HistoryActor>;

/** A date `2026-11-24`, a time `9:30 AM`, a birthday `February 3`, an amount `$65.00`, or minutes as a number; null for no value. */
const HistoryValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();
export type HistoryValue = z.infer<typeof HistoryValue>;

/**
 * The change of one field. `before` and `after` are equal if the field didn't change and only says which thing is meant. `history-words.ts`
 * has names of the fields for people.
 */
const HistoryChange = z.object({
  /** The name that the field has in the API's answer about the thing, such as `appointment_time`. */
  field: z.string(),
  before: HistoryValue,
  after: HistoryValue,
});
export type HistoryChange = z.infer<typeof HistoryChange>;

/** Another event that led to this one, without its changes. */
const HistoryCause = z.object({
  id: UuidField,
  type: z.string(),
  thing: HistoryThing,
  at: z.iso.datetime(),
});

/** One event of a history. */
export const HistoryEntry = z.object({
  /** Id of the event. */
  id: UuidField,
  position: PositionField,
  /** UTC instant, by the clock of the process that decided the event. */
  at: z.iso.datetime(),
  /** Such as `BookingRescheduled`. `history-words.ts` says the same in plain words. */
  type: z.string(),
  /** The thing to which it happened. A day's or customer's history often names one of their bookings here. */
  thing: HistoryThing,
  actor: HistoryActor,
  /** A day's or customer's history also names the booking that changed, by its customer, time and services. */
  changes: z.array(HistoryChange),
  /** True if the event's names and texts were erased, so that their changes are left out. */
  erased: z.boolean(),
  /** The same for all events that one request led to. */
  correlation_id: z.string(),
  /** The event that led to this one; null when a request did. */
  caused_by: HistoryCause.nullable(),
  /** True if it undoes `caused_by`. */
  is_undo: z.boolean(),
  /** True if it can be undone, as far as its own history tells; the time of a booking may have been given to others. */
  undoable: z.boolean(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** A part of a history, the newest event first. */
export const HistoryPage = z.object({
  entries: z.array(HistoryEntry),
  /** Cursor of the next part, which is earlier; null when there is none. */
  next_cursor: z.string().nullable(),
});
export type HistoryPage = z.infer<typeof HistoryPage>;

const HistoryQuery = z.object({ cursor: PositionField.optional(), limit: pageLimitField(200, 100) });

const history = {
  method: 'get',
  caller: 'admin',
  query: HistoryQuery,
  answer: { status: 200, body: HistoryPage },
  isProjected: true,
} as const;

export const getBookingHistory = defineOperation({
  ...history,
  roles: 'all',
  area: 'bookings',
  path: '/api/admin/bookings/{id}/history',
  summary: 'Everything that happened to a booking, also after it was deleted',
  params: IdPath,
  problems: ['booking-not-found'],
});

export const getCustomerHistory = defineOperation({
  ...history,
  roles: 'desk',
  area: 'customers',
  path: '/api/admin/customers/{id}/history',
  summary: 'Everything that happened to a customer, merges included',
  params: IdPath,
  problems: ['customer-not-found'],
});

export const getServiceHistory = defineOperation({
  ...history,
  roles: 'owners',
  area: 'services',
  path: '/api/admin/services/{id}/history',
  summary: 'Everything that happened to a service, also after it was removed',
  params: z.object({ id: ServiceIdField }),
  problems: ['service-not-found'],
});

export const getHoursHistory = defineOperation({
  ...history,
  roles: 'owners',
  area: 'hours',
  path: '/api/admin/hours/history',
  summary: 'Everything that happened to the weekly hours',
});

export const getSettingsHistory = defineOperation({
  ...history,
  roles: 'owners',
  area: 'settings',
  path: '/api/admin/settings/history',
  summary: "Every change of the salon's settings",
});

export const getDayHistory = defineOperation({
  ...history,
  roles: 'desk',
  area: 'bookings',
  path: '/api/admin/days/{date}/history',
  summary:
    'Everything that happened on a day of the calendar: its blocks, its times, and the bookings that were ever on it',
  params: z.object({ date: SalonDateField }),
});
