import { z } from 'zod';
import { boundedText, IdPath, PositionField, SalonDateField, TimeField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { BookingStatus } from './bookings.ts';

const INSTANT = 'Must be an instant in UTC, such as 2026-11-21T18:00:00Z.';
const Instant = boundedText(30, INSTANT).check(z.iso.datetime(INSTANT));
/** The time within which the bookings were made: two UTC instants, both included. */
const MadeBetween = z.object({ from: Instant, to: Instant });
/** Selects the bookings that came from the same source as the named one and were made within this time. */
export type SameSource = z.infer<typeof IdPath> & z.infer<typeof MadeBetween>;

const SameSourceBooking = z.object({
  id: UuidField,
  customer_name: z.string().nullable(),
  appointment_date: SalonDateField,
  appointment_time: TimeField,
  status: BookingStatus,
  /** UTC instant. */
  created_at: z.iso.datetime(),
});

/** More bookings than one sender can make in a month. */
export const MOST_OF_ONE_SOURCE = 500;

export const listSameSource = defineOperation({
  method: 'get',
  path: '/api/admin/bookings/{id}/same-source',
  summary: 'The public bookings that came from where this one came from',
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  params: IdPath,
  query: MadeBetween,
  answer: { status: 200, body: z.array(SameSourceBooking).max(MOST_OF_ONE_SOURCE) },
  isProjected: true,
  problems: ['booking-not-found'],
});

const IDS = `Must be a list of 1 to ${MOST_OF_ONE_SOURCE} ids.`;

const CancelSameSource = MadeBetween.extend({
  /** The ids that staff have chosen. If left out, all are meant. */
  ids: z.array(UuidField, IDS).min(1, IDS).max(MOST_OF_ONE_SOURCE, IDS).optional(),
});
/** Selects those of the same source that are cancelled. */
export type CancelledSameSource = z.infer<typeof IdPath> & z.infer<typeof CancelSameSource>;

export const cancelSameSource = defineOperation({
  method: 'post',
  path: '/api/admin/bookings/{id}/same-source/cancel',
  summary: 'Cancel those of them that are still to come, or only some of these, without a message to anybody',
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  params: IdPath,
  body: CancelSameSource,
  answer: {
    status: 200,
    body: z.object({
      cancelled: z.array(UuidField),
      /** Bookings that were not cancelled by this request: meanwhile somebody else had cancelled, completed or deleted them. */
      left: z.array(UuidField),
      /** Position of the last cancellation; null when there was none. */
      position: PositionField.nullable(),
    }),
  },
  command: 'cancel-same-source',
  deadlineMs: 30_000,
  problems: ['booking-not-found'],
});
