import { z } from 'zod';
import { BookingStatus } from '../bookings/bookings.ts';
import { boundedText, PositionField, SalonDateField, TimeField, UuidField } from '../fields.ts';
import { HistoryActor } from '../history/history.ts';
import { defineOperation } from '../operation.ts';
import { NO_CURSOR, pageLimitField, SearchField } from '../paging.ts';
import {
  MESSAGE_CHANNELS,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  MESSAGE_STATUSES,
  PAUSE_REASONS,
} from './message-words.ts';

export const MessageStatus = z.enum(MESSAGE_STATUSES);

/** Something that happened to a message, or to an earlier try of it: what, when, and in plain words. */
export const MessageStep = z.object({
  /** Such as `MessageDelivered`. */
  type: z.string(),
  at: z.iso.datetime(),
  /** What its name doesn't say; null where there is nothing more. */
  explanation: z.string().nullable(),
  /** There was nothing to send it with, so it became a file here and nobody got it. */
  kept_here: z.boolean(),
});

/** An event that asked for a message. */
export const MessageReason = z.object({
  id: UuidField,
  /** Such as `BookingRescheduled`; `history-words.ts` has it in plain words. */
  type: z.string(),
  at: z.iso.datetime(),
  actor: HistoryActor,
});
export type MessageReason = z.infer<typeof MessageReason>;

/** One message of the ledger: a try to send one, one that was not sent on purpose, or a reply. */
export const AdminMessage = z.object({
  id: UuidField,
  booking_id: UuidField,
  /** By text message or by mail. */
  channel: z.enum(MESSAGE_CHANNELS),
  /** What it says. Null for a reply, and for what was not sent by earlier versions. */
  kind: z.enum(MESSAGE_KINDS).nullable(),
  status: MessageStatus,
  /** The status, and why, in plain words. */
  explanation: z.string(),
  /** The provider's own code of a failure, or the mail server's. */
  code: z.int().nullable(),
  /** Null where there is none, and once the customer was erased. */
  to: z.string().nullable(),
  text: z.string().nullable(),
  /** The customer of the appointment, and when it is. Null for a name once they were erased, and for a deleted appointment. */
  customer_name: z.string().nullable(),
  appointment: z
    .object({ appointment_date: SalonDateField, appointment_time: TimeField, status: BookingStatus })
    .nullable(),
  /** Ids of the events that asked for it; a reminder's is its own. */
  causes: z.array(UuidField),
  /** UTC instants. */
  at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
  /** The events that asked for it, the last one first; none for a reminder. */
  reasons: z.array(MessageReason),
  /** Every try of it and what came of each, the first one first. */
  steps: z.array(MessageStep),
  /** It failed, or nobody knows, and staff should look at it: for two weeks, or until it is sent again. */
  needs_staff: z.boolean(),
  /** Staff have sent it again since. */
  was_resent: z.boolean(),
  can_resend: z.boolean(),
});
export type AdminMessage = z.infer<typeof AdminMessage>;

export const listMessages = defineOperation({
  method: 'get',
  path: '/api/admin/messages',
  summary: 'Messages to customers, and their replies: what failed first, then the newest first',
  caller: 'admin',
  query: z.object({
    search: SearchField,
    status: z.enum(MESSAGE_STATUSES, 'Must be a status of messages.').optional(),
    state: z.enum(MESSAGE_STATES, 'Must be a state of messages.').optional(),
    kind: z.enum(MESSAGE_KINDS, 'Must be a kind of messages.').optional(),
    channel: z.enum(MESSAGE_CHANNELS, 'Must be a channel of messages.').optional(),
    booking_id: UuidField.optional(),
    cursor: boundedText(34, NO_CURSOR)
      .regex(/^[01]\.[0-9a-f]{32}$/, NO_CURSOR)
      .optional(),
    limit: pageLimitField(100, 50),
  }),
  answer: {
    status: 200,
    body: z.object({ messages: z.array(AdminMessage), next_cursor: z.string().nullable() }),
  },
  isProjected: true,
});

/** Why no text about a booking is sent, even when staff ask for one. */
const NO_TEXT = [
  'booking-not-found',
  'no-text-wanted',
  'number-opted-out',
  'too-late-to-text',
  'texts-paused',
] as const;

export const resendMessage = defineOperation({
  method: 'post',
  path: '/api/admin/messages/{id}/resend',
  summary: 'Send a message again that failed, or whose fate is unknown, in the words of today; once',
  caller: 'admin',
  params: z.object({ id: UuidField }),
  answer: { status: 200, body: z.object({ id: UuidField, queued: z.boolean(), position: PositionField }) },
  command: 'admin-resend-message',
  problems: ['message-not-found', 'not-resendable', 'no-mail-address', 'too-late-to-mail', ...NO_TEXT],
});

/** When a text leaves that was just asked for, and what it waits for: nothing, the end of the quiet hours, staff, or news of the text before it. */
export const TextDeparture = z.object({
  waits_for: z.enum(['due', 'quiet', 'resuming', 'before']),
  /** The end of the quiet hours, where it waits for them. */
  goes_out_at: z.iso.datetime().nullable(),
  /** There is no provider, so it becomes a file here and nobody gets it. */
  kept_here: z.boolean(),
});
export type TextDeparture = z.infer<typeof TextDeparture>;

export const sendBookingMessage = defineOperation({
  method: 'post',
  path: '/api/admin/bookings/{id}/messages',
  summary: 'Send the customer a text message about the appointment as it is',
  caller: 'admin',
  params: z.object({ id: UuidField }),
  answer: {
    status: 200,
    body: z.object({
      id: UuidField,
      queued: z.boolean(),
      /** Null where nobody can say. */
      departure: TextDeparture.nullable(),
      position: PositionField,
    }),
  },
  command: 'admin-send-message',
  problems: NO_TEXT,
});

/**
 * Whether messages leave; `why`: staff paused them, too many texts left within a day, which stops texts alone, or this database is
 * a copy.
 */
export const SendingState = z.object({
  paused: z.boolean(),
  why: z.enum(PAUSE_REASONS).nullable(),
  /** What the member of staff is called who paused them; null where nobody did, or their account is gone. */
  by: z.string().nullable(),
  /** Messages that have not left, as the list of them has them; not those that have and wait for a receipt. */
  waiting: z.int().min(0),
  /** Whether texts leave through a provider, and mails through a server; otherwise they are kept here, and nobody gets them. */
  has_provider: z.boolean(),
  has_mail_server: z.boolean(),
});
export type SendingState = z.infer<typeof SendingState>;

export const getSending = defineOperation({
  method: 'get',
  path: '/api/admin/sending',
  summary: 'Whether messages to customers leave, and how many wait',
  caller: 'admin',
  answer: { status: 200, body: SendingState },
});

export const changeSending = defineOperation({
  method: 'post',
  path: '/api/admin/sending',
  summary: 'Pause or resume messages to customers',
  caller: 'admin',
  body: z.object({ paused: z.boolean('Must be true or false.') }),
  answer: { status: 200, body: SendingState.extend({ position: PositionField }) },
  command: 'admin-change-sending',
});
