import { z } from 'zod';
import { PositionField, SalonDateField, ServiceIdField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { pageLimitField } from '../paging.ts';

/**
 * The kinds of things that have a history. A day is everything that happened to its times: bookings, holds, blocks. The
 * messages about a booking are apart from it, under its id: texts (`message`) and mails.
 */
export const HistoryKind = z.enum(['booking', 'message', 'mail', 'customer', 'service', 'hours', 'day']);
export type HistoryKind = z.infer<typeof HistoryKind>;

/** One thing: a booking, a customer or a service by its id, a day by its date, messages by the id of their booking; the weekly hours are one thing, `week`. */
export const HistoryThing = z.object({ kind: HistoryKind, id: z.string() });

/** Who caused an event. A name is the account's at the time of reading; null when the account is gone. */
export const HistoryActor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('customer') }),
  z.object({ kind: z.literal('admin'), user_id: z.string(), name: z.string().nullable() }),
  z.object({ kind: z.literal('system'), process: z.string() }),
]);
export type HistoryActor = z.infer<typeof HistoryActor>;

/** A date `2026-11-24`, a time `9:30 AM`, a birthday `February 3`, an amount `$65.00`, minutes as a number; null for none. */
const HistoryValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();
export type HistoryValue = z.infer<typeof HistoryValue>;

/**
 * What an event changed in one field; equal before and after where the field only says what is meant. `history-words.ts` has
 * the fields' names for people.
 */
const HistoryChange = z.object({
  /** As the thing's own answer names it, such as `appointment_time`. */
  field: z.string(),
  before: HistoryValue,
  after: HistoryValue,
});
export type HistoryChange = z.infer<typeof HistoryChange>;

/** Another event, named only. */
const HistoryCause = z.object({
  id: UuidField,
  type: z.string(),
  thing: HistoryThing,
  at: z.iso.datetime(),
});

/** One event of a history. */
export const HistoryEntry = z.object({
  /** The event's. */
  id: UuidField,
  position: PositionField,
  /** UTC instant, by the clock of the process that decided. */
  at: z.iso.datetime(),
  /** Such as `BookingRescheduled`; `history-words.ts` has it in plain words. */
  type: z.string(),
  /** What it happened to: in the history of a day or a customer, often one of their bookings. */
  thing: HistoryThing,
  actor: HistoryActor,
  /** In the history of a day or a customer, an appointment's also say which one is meant: its name, time and services. */
  changes: z.array(HistoryChange),
  /** Its names and texts were erased, so their changes are left out. */
  erased: z.boolean(),
  /** Equal for everything that one request led to. */
  correlation_id: z.string(),
  /** The event that led to this one; null when a request did. */
  caused_by: HistoryCause.nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** A part of a history, the newest event first. */
export const HistoryPage = z.object({
  entries: z.array(HistoryEntry),
  /** For the next, earlier part; null when there is none. */
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
  isShared: true,
} as const;

export const getBookingHistory = defineOperation({
  ...history,
  path: '/api/admin/bookings/{id}/history',
  summary: 'Everything that happened to a booking, also after it was deleted',
  params: z.object({ id: UuidField }),
  problems: ['booking-not-found'],
});

export const getCustomerHistory = defineOperation({
  ...history,
  path: '/api/admin/customers/{id}/history',
  summary: 'Everything that happened to a customer, merges included',
  params: z.object({ id: UuidField }),
  problems: ['customer-not-found'],
});

export const getServiceHistory = defineOperation({
  ...history,
  path: '/api/admin/services/{id}/history',
  summary: 'Everything that happened to a service, also after it was removed',
  params: z.object({ id: ServiceIdField }),
  problems: ['service-not-found'],
});

export const getHoursHistory = defineOperation({
  ...history,
  path: '/api/admin/hours/history',
  summary: 'Everything that happened to the weekly hours',
});

export const getDayHistory = defineOperation({
  ...history,
  path: '/api/admin/days/{date}/history',
  summary:
    'Everything that happened on a day of the calendar: its blocks, its times, and the bookings that were ever on it',
  params: z.object({ date: SalonDateField }),
});
