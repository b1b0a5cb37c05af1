import { z } from 'zod';
import { BookingStatus } from '../bookings/bookings.ts';
import { IdPath, SalonDateField, TimeField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { MESSAGE_CHANNELS, MESSAGE_KINDS, WAITS } from './message-words.ts';
import { MessageReason, MessageStatus } from './messages.ts';

/** A message that has not been sent yet: its present text, and the reason for waiting at a worker's last look. */
export const WaitingMessage = z.object({
  booking_id: UuidField,
  channel: z.enum(MESSAGE_CHANNELS),
  kind: z.enum(MESSAGE_KINDS),
  waits_for: z.enum(WAITS),
  /** Time of a worker's last look at the message; null if there was none yet. */
  looked_at: z.iso.datetime().nullable(),
  /** Time of the next look. Null before the first look, and while messages are paused. */
  next_look_at: z.iso.datetime().nullable(),
  explanation: z.string(),
  to: z.string(),
  text: z.string(),
  /** The customer of the booking. */
  customer_name: z.string().nullable(),
  appointment: z
    .object({ appointment_date: SalonDateField, appointment_time: TimeField, status: BookingStatus })
    .nullable(),
  /** Ids of the events that asked for the message. No event asks for a reminder, which has an id of its own here. */
  causes: z.array(UuidField),
  /** The events that asked for the message, the last one first; empty for a reminder. */
  reasons: z.array(MessageReason),
});
export type WaitingMessage = z.infer<typeof WaitingMessage>;

/**
 * The last message of a channel within two weeks, if it did not reach the customer, or perhaps did not, and has not been sent
 * again since.
 */
export const UndeliveredMessage = z.object({
  id: UuidField,
  channel: z.enum(MESSAGE_CHANNELS),
  status: MessageStatus,
  explanation: z.string(),
  at: z.iso.datetime(),
});
export type UndeliveredMessage = z.infer<typeof UndeliveredMessage>;

/** The text message that would be sent if staff sent one by hand now. */
export const NextText = z.object({
  kind: z.enum(MESSAGE_KINDS),
  text: z.string(),
  /** Status of the last message to the same number with the same words, and when it was sent. Null if there was none. */
  same_before: z
    .object({ status: z.enum(['delivered', 'sent', 'no-receipt', 'kept']), at: z.iso.datetime() })
    .nullable(),
});
export type NextText = z.infer<typeof NextText>;

export const BookingMessages = z.object({
  waiting: z.array(WaitingMessage),
  undelivered: z.array(UndeliveredMessage),
  /** Null if the customer gets no text messages. */
  next_text: NextText.nullable(),
});
export type BookingMessages = z.infer<typeof BookingMessages>;

export const getBookingMessages = defineOperation({
  method: 'get',
  path: '/api/admin/bookings/{id}/messages',
  summary:
    'The messages about an appointment that wait, those that did not arrive, and the words of a text by staff',
  caller: 'admin',
  roles: 'desk',
  area: 'messages',
  params: IdPath,
  answer: { status: 200, body: BookingMessages },
  problems: ['booking-not-found'],
  isProjected: true,
});
