import type {
  MessageChannel,
  MessageKind,
  MessageStatus,
  MessageWhy,
} from '../../src/contracts/messages/message-words.ts';
import {
  bookingOfMessages,
  channelOf,
  isAboutNoState,
  isAnswerAlone,
  isKeptHere,
  MAILS,
  MESSAGES,
  type MessageEvent,
  messageEventTypes,
} from '../../src/features/messages/events.ts';
import { defineTable, type ProjectedEvent, type Projection, sqlName } from '../engine/projection.ts';

/** An attempt to send a message, a message that was suppressed, or a reply. Its text is read from the log. */
export type MessageRow = {
  /** Id of the attempt, or of the event where there was none. */
  readonly id: string;
  readonly booking_id: string;
  readonly channel: MessageChannel;
  readonly kind: MessageKind | null;
  readonly causes: readonly string[];
  /** The revision of the booking that it tells of; null where it tells of none. */
  readonly booking_revision: number | null;
  readonly status: MessageStatus;
  readonly why: MessageWhy | null;
  /** The provider's error code, or the mail server's. */
  readonly code: number | null;
  /** How many parts of a text are charged for; null for anything else. */
  readonly segments: number | null;
  /** The reports so far, in any order; the status follows from these. */
  readonly is_not_sent: boolean;
  readonly is_taken: boolean;
  /** It was written to a file, and nobody got it. */
  readonly is_kept: boolean;
  readonly is_unknown: boolean;
  readonly is_delivered: boolean;
  readonly is_failed: boolean;
  readonly is_resent: boolean;
  /** The number of answers that staff have written to a reply, the id of the last one, and whether staff said that it, or a message, needs nothing. */
  readonly answers: number;
  readonly answered_by: string | null;
  readonly is_dismissed: boolean;
  /** Whether it needs the attention of staff; of a reply, whether it asks for an answer, given or not. */
  readonly needs_staff: boolean;
  /** UTC instants. */
  readonly at: string;
  readonly changed_at: string;
  /** The position of the first event. */
  readonly position: string;
  /** The revision of the last event applied, so that no event is applied twice. */
  readonly revision: number;
};

/** The status follows the ledger's rule: delivered wins over failed, failed over sent, whichever came first. One written to a file is `kept`. */
function statusOf(row: MessageRow): MessageStatus {
  if (row.is_kept) return 'kept';
  if (row.is_delivered) return 'delivered';
  if (row.is_failed) return 'failed';
  if (row.is_taken) return row.is_unknown ? 'no-receipt' : 'sent';
  if (row.is_unknown) return 'unknown';
  return row.is_not_sent ? 'not-sent' : 'claimed';
}

const NEEDS_STAFF: readonly MessageStatus[] = ['failed', 'unknown'];

const withStatus = (row: MessageRow): MessageRow => {
  const status = statusOf(row);
  // If an answer didn't arrive, it is the reply that needs attention again.
  return {
    ...row,
    status,
    needs_staff: NEEDS_STAFF.includes(status) && !row.is_resent && !row.is_dismissed && !isAnswerAlone(row),
  };
};

const toldRevision = (
  message: Parameters<typeof isAboutNoState>[0] & { readonly bookingRevision: number },
) => (isAboutNoState(message) ? null : message.bookingRevision);

const newRow = (id: string, event: ProjectedEvent): MessageRow => ({
  id,
  booking_id: bookingOfMessages(event.stream),
  channel: channelOf(event.stream),
  kind: null,
  causes: [],
  booking_revision: null,
  status: 'claimed',
  why: null,
  code: null,
  segments: null,
  is_not_sent: false,
  is_taken: false,
  is_kept: false,
  is_unknown: false,
  is_delivered: false,
  is_failed: false,
  is_resent: false,
  answers: 0,
  answered_by: null,
  is_dismissed: false,
  needs_staff: false,
  at: event.metadata.at,
  changed_at: event.metadata.at,
  position: event.position,
  revision: Number(event.revision),
});

/** Each message, with its earlier states. */
export const ALL_MESSAGES = defineTable({
  name: 'messages',
  streams: [`${MESSAGES}-`, `${MAILS}-`],
  eventTypes: messageEventTypes,
  key: 'id',
  columns: {
    id: 'uuid',
    booking_id: 'uuid',
    channel: 'text',
    kind: 'text',
    causes: 'json',
    booking_revision: 'integer',
    status: 'text',
    why: 'text',
    code: 'integer',
    segments: 'integer',
    is_not_sent: 'boolean',
    is_taken: 'boolean',
    is_kept: 'boolean',
    is_unknown: 'boolean',
    is_delivered: 'boolean',
    is_failed: 'boolean',
    is_resent: 'boolean',
    answers: 'integer',
    answered_by: 'uuid',
    is_dismissed: 'boolean',
    needs_staff: 'boolean',
    at: 'timestamptz',
    changed_at: 'timestamptz',
    position: 'text',
    revision: 'integer',
  },
  indexes: ['position', 'booking_id', 'status, position', 'at', 'using btree (position) where needs_staff'],
  versioned: { indexes: ['booking_id', 'at, until, since'] },
  keyOf(event) {
    switch (event.type) {
      case 'MessageSuppressed':
      case 'MailSuppressed':
      case 'ReplyReceived':
        return event.id;
      case 'MessageRequested':
        return event.data.resends ?? event.data.answers ?? null;
      case 'ReplyDismissed':
        return event.data.replyId;
      case 'MailSent':
      case 'MailFailed':
      case 'MailOutcomeUnknown':
        return event.data.mailId;
      default:
        return event.data.attemptId;
    }
  },
  evolve(before: MessageRow | undefined, event): MessageRow | null {
    const revision = Number(event.revision);
    if (before && revision <= before.revision) return before;
    const row = { ...(before ?? newRow(keyOfEvent(event), event)), revision, changed_at: event.metadata.at };
    switch (event.type) {
      case 'MessageAttempted':
        return withStatus({
          ...row,
          kind: event.data.kind,
          causes: event.data.causes,
          booking_revision: toldRevision(event.data),
          segments: event.data.segments,
        });
      case 'MessageRequested':
        if (event.data.answers === undefined) return withStatus({ ...row, is_resent: true });
        return { ...row, answers: row.answers + 1, answered_by: event.id };
      case 'MessageNotSent':
        return withStatus({ ...row, is_not_sent: true, why: event.data.why });
      case 'MessageSent':
        return withStatus({ ...row, is_taken: true, is_kept: row.is_kept || isKeptHere(event), why: null });
      case 'MessageDelivered': {
        const is_kept = row.is_kept || isKeptHere(event);
        return withStatus({ ...row, is_delivered: true, is_kept, why: null, code: null });
      }
      case 'MessageFailed':
        return withStatus({ ...row, is_failed: true, code: row.is_delivered ? null : event.data.code });
      case 'MessageOutcomeUnknown':
        return withStatus({ ...row, is_unknown: true, why: event.data.why });
      case 'MailSent':
      case 'MailFailed':
      case 'MailOutcomeUnknown': {
        const { kind, causes } = event.data;
        return withStatus({
          ...row,
          kind,
          causes,
          booking_revision: toldRevision(event.data),
          is_delivered: event.type === 'MailSent',
          is_kept: isKeptHere(event),
          is_failed: event.type === 'MailFailed',
          code: event.type === 'MailFailed' ? event.data.code : null,
          is_unknown: event.type === 'MailOutcomeUnknown',
          why: event.type === 'MailOutcomeUnknown' ? 'no-answer' : null,
        });
      }
      case 'MailSuppressed':
      case 'MessageSuppressed':
        return {
          ...row,
          status: 'suppressed',
          why: event.data.why,
          causes: event.data.causes,
          kind: event.data.kind ?? null,
          // Staff should tell the customer. Those over the limit of unconfirmed bookings don't count: strangers could hide failures.
          needs_staff: event.data.why === 'over-cap' && !row.is_dismissed,
        };
      case 'ReplyReceived': {
        const { meaning, mayMeanCancel = false } = event.data;
        return {
          ...row,
          status: 'received',
          why: mayMeanCancel ? 'stop-or-cancel' : meaning,
          needs_staff: meaning === 'other' || mayMeanCancel,
        };
      }
      case 'ReplyDismissed':
      case 'MessageDismissed':
        return { ...row, is_dismissed: true, needs_staff: false };
    }
  },
});

/** A message by which staff told that the salon is running late. */
type LateRow = {
  /** Id of the request, which is the cause of a message. */
  readonly id: string;
  readonly booking_id: string;
  /** The command: it asks for a message in each channel. */
  readonly command_id: string;
  readonly minutes: number;
  /** UTC instant. */
  readonly at: string;
};

const late = defineTable({
  name: 'late_messages',
  streams: [`${MESSAGES}-`, `${MAILS}-`],
  eventTypes: messageEventTypes,
  key: 'id',
  columns: { id: 'uuid', booking_id: 'uuid', command_id: 'text', minutes: 'integer', at: 'timestamptz' },
  indexes: ['at'],
  keyOf: (event) =>
    event.type === 'MessageRequested' && event.data.lateMinutes !== undefined ? event.id : null,
  evolve(row: LateRow | undefined, event): LateRow | null {
    if (event.type !== 'MessageRequested' || event.data.lateMinutes === undefined) return row ?? null;
    const { id, stream, data, metadata } = event;
    const { commandId: command_id, at } = metadata;
    return { id, booking_id: bookingOfMessages(stream), command_id, minutes: data.lateMinutes ?? 0, at };
  },
});

/** The id of the row that an event creates. */
const keyOfEvent = (event: ProjectedEvent<MessageEvent>): string => ALL_MESSAGES.keyOf(event) ?? event.id;

/** The messages to customers, sent or not and why, and the customers' replies. It keeps no personal data. */
export const messages: Projection = { name: 'messages', version: 14, tables: [ALL_MESSAGES, late] };

/** Names of the live tables. */
export const MESSAGES_TABLE = sqlName(messages, ALL_MESSAGES);
export const LATE_TABLE = sqlName(messages, late);
