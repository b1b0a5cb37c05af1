import { z } from 'zod';
import {
  IdPath,
  NamedStylist,
  PositionField,
  SalonDateField,
  StylistIdField,
  TimeField,
  UuidField,
} from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { STYLIST_PROBLEMS, TIME_PROBLEMS } from '../time-problems.ts';
import { CreateBooking } from './bookings.ts';

/** A time stays held this long while its visitor fills in the form. */
export const HOLD_MINUTES = 10;
export const HOLD_SECONDS = 60 * HOLD_MINUTES;
/** Keeps a time free for a visitor for a while. It guarantees nothing: only a booking does. */
const CreateHold = z.object({
  date: SalonDateField,
  time: TimeField,
  /** The stylist who is wished for; anyone if left out. */
  stylist_id: StylistIdField.optional(),
  services: CreateBooking.shape.services,
  /** The same browser's earlier hold, which this one replaces. */
  hold_id: UuidField.optional(),
});

export const CreatedHold = z.object({
  /** The id by which the visitor can book the held time, or give up the hold. */
  hold_id: UuidField,
  /** UTC instant from which the hold is void. */
  expires_at: z.iso.datetime(),
  position: PositionField,
  /** The one whose time it is, also where anyone was wished for. */
  stylist: NamedStylist.optional(),
});
export type CreatedHold = z.infer<typeof CreatedHold>;

export const holdSlot = defineOperation({
  method: 'post',
  path: '/api/holds',
  summary: 'Hold a time for 10 minutes',
  caller: 'public',
  body: CreateHold,
  answer: { status: 201, body: CreatedHold },
  command: 'hold-slot',
  problems: ['unknown-service', ...STYLIST_PROBLEMS, 'booking-too-long', ...TIME_PROBLEMS],
});

export const dropHold = defineOperation({
  method: 'delete',
  path: '/api/holds/{id}',
  summary: 'Give a held time back',
  caller: 'public',
  params: IdPath,
  answer: { status: 204 },
  command: 'drop-hold',
});
