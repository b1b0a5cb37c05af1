import { z } from 'zod';
import { PUBLIC_TOTAL_AMOUNT } from '../../../contracts/bookings.ts';
import { SalonDateField, ServiceIdField } from '../../../contracts/fields.ts';
import { type EventOf, personal, publicText } from '../../../eventsourcing/event-types.ts';

const minutes = z.int().min(0).max(1440);

/** `booking-<uuid>`: one appointment, its whole life. */
export const BOOKING = 'booking';
export const bookingStream = (bookingId: string): string => `${BOOKING}-${bookingId}`;
export const idOfBooking = (stream: string): string => stream.slice(BOOKING.length + 1);

/** The time that the booking claims; the agenda of that day must have given it out. */
const slot = { slotId: z.guid(), date: SalonDateField, start: minutes, end: minutes };

/** A service as it was when booked: facts do not change later. */
const bookedService = z.strictObject({
  id: ServiceIdField,
  name: publicText(200),
  /** Words such as `Price Varies`, or dollars such as `$65.00`. */
  price: publicText(100),
  priceCents: z.int().min(0),
  duration: z.int().positive(),
});
export type BookedService = z.infer<typeof bookedService>;

/** The five of the admin's dialog (spec section 3); a customer's own cancellation is a customer request. */
export const CANCELLATION_REASONS = [
  'customer_request',
  'scheduling_conflict',
  'emergency',
  'no_show',
  'other',
] as const;
const cancellationReason = z.enum(CANCELLATION_REASONS);
export type CancellationReason = z.infer<typeof cancellationReason>;

/** Which message the customer gets: the template, the admin's own words, or none (design section 8). */
const notice = z.enum(['template', 'custom', 'none']);
const noticeText = personal({ message: z.string().max(1600) }).optional();

export const bookingEventTypes = {
  BookingRequested: {
    schemaVersion: 1,
    data: z.strictObject({
      ...slot,
      status: z.enum(['pending', 'confirmed']),
      services: z.array(bookedService).min(1),
      totalAmount: z.union([z.literal(PUBLIC_TOTAL_AMOUNT), z.string().regex(/^\$\d+\.\d{2}$/)]),
      smsConsent: z.boolean(),
      personal: personal({
        name: z.string(),
        email: z.string().nullable(),
        /** As typed. */
        phone: z.string(),
        /** E.164, null when the number can't be understood. */
        phoneE164: z.string().nullable(),
        notes: z.string().nullable(),
      }),
    }),
  },
  BookingRescheduled: {
    schemaVersion: 1,
    data: z.strictObject({ ...slot, from: z.strictObject(slot), notice, personal: noticeText }),
  },
  BookingReinstated: {
    schemaVersion: 1,
    data: z.strictObject({ ...slot, status: z.enum(['pending', 'confirmed']) }),
  },
  BookingConfirmed: { schemaVersion: 1, data: z.strictObject({}) },
  BookingCancelled: {
    schemaVersion: 1,
    data: z.strictObject({ slotId: z.guid(), reason: cancellationReason, notice, personal: noticeText }),
  },
  BookingCompleted: {
    schemaVersion: 1,
    data: z.strictObject({ amountCents: z.int().min(0).nullable() }),
  },
  SmsConsentChanged: { schemaVersion: 1, data: z.strictObject({ smsConsent: z.boolean() }) },
  BookingDeleted: { schemaVersion: 1, data: z.strictObject({ slotId: z.guid() }) },
  /** The slot keeper's fence: this claim may never be made any more. */
  SlotClaimLapsed: { schemaVersion: 1, data: z.strictObject({ slotId: z.guid() }) },
};

export type BookingEvent = EventOf<typeof bookingEventTypes>;

/** The slot an event claims, lets go or fences off. */
export function claimOf({ type, data }: BookingEvent): string | undefined {
  switch (type) {
    case 'BookingRequested':
    case 'BookingRescheduled':
    case 'BookingReinstated':
    case 'BookingCancelled':
    case 'BookingDeleted':
    case 'SlotClaimLapsed':
      return data.slotId;
    case 'BookingConfirmed':
    case 'BookingCompleted':
    case 'SmsConsentChanged':
      return undefined;
  }
}
