import { z } from 'zod';
import { BookingStatus } from '../bookings/bookings.ts';
import { boundedText, IdPath, PositionField, SalonDateField, TimeField, UuidField } from '../fields.ts';
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
import { ATTACHMENT_KINDS } from './reply-words.ts';

export const MessageStatus = z.enum(MESSAGE_STATUSES);

/** Something that happened to a message, or to an earlier try to send it: what, when, and an explanation in plain words. */
export const MessageStep = z.object({
  /** Such as `MessageDelivered`. */
  type: z.string(),
  at: z.iso.datetime(),
  /** Details that the type doesn't say; null if there are none. */
  explanation: z.string().nullable(),
  /** True if no provider or mail server was set, so that the message was written to a file and nobody got it. */
  kept_here: z.boolean(),
});

/** A picture, a voice message or a file that a customer has sent by text. */
export const MessageAttachment = z.object({
  kind: z.enum(ATTACHMENT_KINDS),
  /** Its link at the provider of texts. It is as personal as what it leads to. Null if the provider gave none. */
  url: z.string().nullable(),
});

/** An event that asked for a message. */
export const MessageReason = z.object({
  id: UuidField,
  /** Such as `BookingRescheduled`. `history-words.ts` says the same in plain words. */
  type: z.string(),
  at: z.iso.datetime(),
  actor: HistoryActor,
});
export type MessageReason = z.infer<typeof MessageReason>;

/** One message of the ledger: one that was tried to be sent, one that was not sent on purpose, or a customer's reply. */
export const AdminMessage = z.object({
  id: UuidField,
  booking_id: UuidField,
  channel: z.enum(MESSAGE_CHANNELS),
  /** The kind of the message. Null for a reply, and where a restored log has lost the message's claim or cause. */
  kind: z.enum(MESSAGE_KINDS).nullable(),
  status: MessageStatus,
  /** The status and its reason in plain words. */
  explanation: z.string(),
  /** The code of a failure, from the provider or the mail server. */
  code: z.int().nullable(),
  /** The phone number or e-mail address. Null if there is none, and once the customer was erased. */
  to: z.string().nullable(),
  text: z.string().nullable(),
  /** The attachments of a reply. */
  attachments: z.array(MessageAttachment),
  /** The customer of the booking; null once they were erased. The booking is null if it was deleted. */
  customer_name: z.string().nullable(),
  appointment: z
    .object({ appointment_date: SalonDateField, appointment_time: TimeField, status: BookingStatus })
    .nullable(),
  /** Ids of the events that asked for the message. No event asks for a reminder, which has an id of its own here. */
  causes: z.array(UuidField),
  /** UTC instants. */
  at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
  /** The events that asked for the message, the last one first; empty for a reminder. */
  reasons: z.array(MessageReason),
  /** Every try to send the message and its results, the first one first. */
  steps: z.array(MessageStep),
  /**
   * True if the message failed or nobody knows whether it did, so that it needs the attention of staff; true of a reply that waits for an
   * answer. It stays true for two weeks, or until the message is sent again, answered or dismissed; of a message, until the booking
   * begins or the customer is told of the same state or a later one.
   */
  needs_staff: z.boolean(),
  /** Only replies have these: the number of staff's answers, whatever their results. */
  answers: z.int().min(0),
  /** Staff said that the reply needs no answer, or that the message needs nothing more. */
  was_dismissed: z.boolean(),
  /** True of a reply by which the customer has opted out with CANCEL, END or the like, and may have meant the booking. */
  may_mean_cancel: z.boolean(),
  /** Whether staff have sent it again since. */
  was_resent: z.boolean(),
  can_resend: z.boolean(),
});
export type AdminMessage = z.infer<typeof AdminMessage>;

export const listMessages = defineOperation({
  method: 'get',
  path: '/api/admin/messages',
  summary: 'Messages to customers, and their replies: what failed first, then the newest first',
  caller: 'admin',
  roles: 'desk',
  area: 'messages',
  query: z.object({
    search: SearchField,
    status: z.enum(MESSAGE_STATUSES, 'Must be a status of messages.').optional(),
    state: z.enum(MESSAGE_STATES, 'Must be a state of messages.').optional(),
    kind: z.enum(MESSAGE_KINDS, 'Must be a kind of messages.').optional(),
    channel: z.enum(MESSAGE_CHANNELS, 'Must be a channel of messages.').optional(),
    booking_id: UuidField.optional(),
    /** The list has only messages about bookings of this customer, and of those who were merged with them. */
    customer_id: UuidField.optional(),
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

/** Problems because of which no text message is sent to the customer of a booking, even if staff ask for one. */
export const NO_ANSWER = ['booking-not-found', 'no-text-wanted', 'number-opted-out', 'texts-paused'] as const;
/** The same for a text message about the booking. */
const NO_TEXT = [...NO_ANSWER, 'too-late-to-text'] as const;

export const resendMessage = defineOperation({
  method: 'post',
  path: '/api/admin/messages/{id}/resend',
  summary: 'Send a message again that failed, or whose fate is unknown, in the words of today; once',
  caller: 'admin',
  roles: 'desk',
  area: 'messages',
  params: IdPath,
  answer: { status: 200, body: z.object({ id: UuidField, queued: z.boolean(), position: PositionField }) },
  command: 'admin-resend-message',
  problems: ['message-not-found', 'not-resendable', 'no-mail-address', 'too-late-to-mail', ...NO_TEXT],
});

/**
 * The time at which a text message that was just asked for will be sent, and the reason for waiting: none (`due`), the end of the quiet
 * hours, staff who end the pause (`resuming`), or the result of the text message before it.
 */
export const TextDeparture = z.object({
  waits_for: z.enum(['due', 'quiet', 'resuming', 'before']),
  /** The end of the quiet hours, if the message waits for that. */
  goes_out_at: z.iso.datetime().nullable(),
  /** True if no provider is set, so that the message is written to a file and nobody gets it. */
  kept_here: z.boolean(),
});
export type TextDeparture = z.infer<typeof TextDeparture>;

/** A text that staff have asked for, and when it leaves. */
export const QueuedText = z.object({
  id: UuidField,
  queued: z.boolean(),
  /** Null if it isn't known. */
  departure: TextDeparture.nullable(),
  position: PositionField,
});

export const sendBookingMessage = defineOperation({
  method: 'post',
  path: '/api/admin/bookings/{id}/messages',
  summary: 'Send the customer a text message about the appointment as it is',
  caller: 'admin',
  roles: 'desk',
  area: 'messages',
  params: IdPath,
  answer: { status: 200, body: QueuedText },
  command: 'admin-send-message',
  problems: NO_TEXT,
});

/**
 * Whether messages are sent now. `why` says why not: staff paused them, too many text messages were sent within a day (mails are
 * still sent then), or this database is a copy.
 */
export const SendingState = z.object({
  paused: z.boolean(),
  why: z.enum(PAUSE_REASONS).nullable(),
  /** Name of the member of staff who paused them. Null if nobody did, or if their account no longer exists. */
  by: z.string().nullable(),
  /** Number of messages that have not been sent yet; each booking tells which are its own. Sent ones without a receipt don't count. */
  waiting: z.int().min(0),
  /** Whether a provider of text messages, and a mail server, is set. If not, messages are written to files and nobody gets them. */
  has_provider: z.boolean(),
  has_mail_server: z.boolean(),
});
export type SendingState = z.infer<typeof SendingState>;

export const getSending = defineOperation({
  method: 'get',
  path: '/api/admin/sending',
  summary: 'Whether messages to customers leave, and how many wait',
  caller: 'admin',
  roles: 'desk',
  area: 'messages',
  answer: { status: 200, body: SendingState },
});

export const changeSending = defineOperation({
  method: 'post',
  path: '/api/admin/sending',
  summary: 'Pause or resume messages to customers',
  caller: 'admin',
  roles: 'desk',
  area: 'messages',
  body: z.object({ paused: z.boolean('Must be true or false.') }),
  answer: { status: 200, body: SendingState.extend({ position: PositionField }) },
  command: 'admin-change-sending',
});
