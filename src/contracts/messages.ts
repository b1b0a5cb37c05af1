import { z } from 'zod';
import { boundedText, PositionField, UuidField } from './fields.ts';
import { defineOperation } from './operation.ts';
import { NO_CURSOR, pageLimitField } from './paging.ts';

/**
 * What has become of a message. `claimed`: about to be sent, or nobody has heard of it yet; `not-sent`: it never left and is
 * tried again; `sent`: the provider has taken it; `no-receipt`: taken, and no receipt came within a day; `unknown`: nobody can
 * say whether it was sent; `suppressed`: not sent on purpose; `received`: a customer's reply.
 */
export const MessageStatus = z.enum([
  'claimed',
  'not-sent',
  'sent',
  'delivered',
  'failed',
  'unknown',
  'no-receipt',
  'suppressed',
  'received',
]);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** One message of the ledger: a try to send one, one that was not sent on purpose, or a reply. */
export const AdminMessage = z.object({
  id: UuidField,
  booking_id: UuidField,
  /** What it says: `booked`, `confirmed`, `rescheduled`, `cancelled`, `reinstated`, `reminder` or `custom`. */
  kind: z.string().nullable(),
  status: MessageStatus,
  /** The status, and why, in plain words. */
  explanation: z.string(),
  /** The provider's own code of a failure. */
  code: z.int().nullable(),
  /** Null where there is none, and once the customer was erased. */
  to: z.string().nullable(),
  text: z.string().nullable(),
  /** Ids of the events that asked for it; a reminder's is its own. */
  causes: z.array(UuidField),
  /** UTC instants. */
  at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
  can_resend: z.boolean(),
});
export type AdminMessage = z.infer<typeof AdminMessage>;

export const listMessages = defineOperation({
  method: 'get',
  path: '/api/admin/messages',
  summary: 'Messages to customers, and their replies: what failed first, then the newest first',
  caller: 'admin',
  query: z.object({
    status: z.enum(MessageStatus.options, 'Must be a status of messages.').optional(),
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

export const resendMessage = defineOperation({
  method: 'post',
  path: '/api/admin/messages/{id}/resend',
  summary: 'Send a message again that failed, or whose fate is unknown, in the words of today; once',
  caller: 'admin',
  params: z.object({ id: UuidField }),
  answer: { status: 200, body: z.object({ id: UuidField, queued: z.boolean(), position: PositionField }) },
  command: 'admin-resend-message',
  problems: ['message-not-found', 'not-resendable'],
});

export const sendBookingMessage = defineOperation({
  method: 'post',
  path: '/api/admin/bookings/{id}/messages',
  summary: 'Send the customer a text message about the appointment as it is',
  caller: 'admin',
  params: z.object({ id: UuidField }),
  answer: { status: 200, body: z.object({ id: UuidField, queued: z.boolean(), position: PositionField }) },
  command: 'admin-send-message',
  problems: ['booking-not-found', 'no-text-wanted'],
});

/** Whether texts leave; `why`: staff paused them, too many left within a day, or this database is a copy. */
export const SendingState = z.object({
  paused: z.boolean(),
  why: z.enum(['staff', 'spending', 'copied']).nullable(),
  /** Messages whose time has come and that wait. */
  waiting: z.int().min(0),
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
  answer: { status: 200, body: SendingState },
});
