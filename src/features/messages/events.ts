import { z } from 'zod';
import {
  explainMessage,
  MESSAGE_KINDS,
  type MessageChannel,
  NOT_SENT_REASONS,
  REPLY_MEANINGS,
  SUPPRESSED_REASONS,
  UNKNOWN_REASONS,
  WHY_KEPT,
} from '../../contracts/messages/message-words.ts';
import { PROVIDER_ID } from '../../contracts/messages/provider-id.ts';
import { attachmentKindOf, explainReply } from '../../contracts/messages/reply-words.ts';
import { ERASED, type EventOf, personal } from '../../eventsourcing/event-types.ts';
import { derivedId } from '../../eventsourcing/identity.ts';

/** `messages-<booking uuid>`: the ledger of texts about one booking, which alone decides what is sent. */
export const MESSAGES = 'messages';
export const messagesStream = (bookingId: string): string => `${MESSAGES}-${bookingId}`;

/** `mails-<booking uuid>`: the ledger of mails about one booking, with events of its own. */
export const MAILS = 'mails';
export const mailsStream = (bookingId: string): string => `${MAILS}-${bookingId}`;

export const ledgersOf = (bookingId: string): readonly string[] => [
  messagesStream(bookingId),
  mailsStream(bookingId),
];

export const ledgerStream = (channel: MessageChannel, bookingId: string): string =>
  channel === 'email' ? mailsStream(bookingId) : messagesStream(bookingId);

/** The booking of a ledger. */
export const bookingOfMessages = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
export const channelOf = (stream: string): MessageChannel =>
  stream.startsWith(`${MAILS}-`) ? 'email' : 'sms';

/** `number-<HMAC of the number>`: whether texts are wanted there, for any booking. */
export const NUMBER = 'number';
export const numberStream = (numberHash: string): string => `${NUMBER}-${numberHash}`;

/** Id of the cause that is the reminder of a slot. Part of the events, so it must never change. */
export const reminderIdOf = (bookingId: string, slotId: string): string =>
  derivedId('reminder', bookingId, slotId);

/** A provider's id for a text, `SM…`; an outbox makes its own. */
const sid = z.string().regex(new RegExp(`^(?:${PROVIDER_ID}|outbox-[0-9a-f-]{36})$`));

const attemptId = z.guid();
/** Ids of what asked for the message: events, or a reminder. */
const causes = z.array(z.guid()).min(1);
const instant = z.iso.datetime();

/** The data of a mail that was offered to the mail server. */
const mail = {
  /** The id of the row of the last cause that it tells of; also the left part of its Message-ID. */
  mailId: z.guid(),
  causes,
  kind: z.enum(MESSAGE_KINDS),
  /** The revision of the booking when the mail was decided. */
  bookingRevision: z.int().min(0),
  personal: personal({ to: z.string(), text: z.string() }),
};

/** The subject of a message. */
export const MessageKind = z.enum(MESSAGE_KINDS);
export type MessageKind = z.infer<typeof MessageKind>;

export const NotSentReason = z.enum(NOT_SENT_REASONS);
export const SuppressedReason = z.enum(SUPPRESSED_REASONS);
export type SuppressedReason = z.infer<typeof SuppressedReason>;
export const UnknownReason = z.enum(UNKNOWN_REASONS);
export type UnknownReason = z.infer<typeof UnknownReason>;

/** Those of both ledgers. In that of mails, `MessageRequested` is a request to send one again, or one of staff in their own words. */
export const messageEventTypes = {
  /**
   * Staff requested a message: about the booking as it is; again one that failed, or whose outcome is unknown; or in their own words, as
   * the answer to a customer's reply.
   */
  MessageRequested: {
    schemaVersion: 1,
    data: z.strictObject({
      resends: attemptId.optional(),
      /** Id of the event `ReplyReceived`. */
      answers: z.guid().optional(),
      /** Staff have told that they are running so many minutes late, in their own words. */
      lateMinutes: z.int().positive().optional(),
      personal: personal({ words: z.string() }).optional(),
    }),
  },
  /** A claim: its writer may call the provider once. */
  MessageAttempted: {
    schemaVersion: 1,
    data: z.strictObject({
      attemptId,
      causes,
      kind: MessageKind,
      /** The revision of the booking when the claim was decided. */
      bookingRevision: z.int().min(0),
      /** The number of parts of the text that the provider charges for. */
      segments: z.int().min(1),
      personal: personal({ to: z.string(), text: z.string() }),
    }),
  },
  /** Written only by the claimant: the message never left. */
  MessageNotSent: { schemaVersion: 1, data: z.strictObject({ attemptId, why: NotSentReason }) },
  MessageSent: { schemaVersion: 1, data: z.strictObject({ attemptId, sid }) },
  /** The provider's id is recorded, so that a search for an outcome never takes the text for that of another attempt. */
  MessageDelivered: { schemaVersion: 1, data: z.strictObject({ attemptId, sid: sid.optional() }) },
  MessageFailed: {
    schemaVersion: 1,
    data: z.strictObject({
      attemptId,
      /** Left out when the provider never accepted it. */
      sid: sid.optional(),
      /** The provider's error code; null when it gave none. */
      code: z.int().nullable(),
    }),
  },
  MessageOutcomeUnknown: { schemaVersion: 1, data: z.strictObject({ attemptId, why: UnknownReason }) },
  MessageSuppressed: {
    schemaVersion: 1,
    data: z.strictObject({
      causes,
      why: SuppressedReason,
      /** The kind of the message that was not sent; left out where the cause is no longer in the log. */
      kind: MessageKind.optional(),
    }),
  },
  /** The customer texted back. It doesn't change what became of messages. */
  ReplyReceived: {
    schemaVersion: 1,
    data: z.strictObject({
      sid,
      meaning: z.enum(REPLY_MEANINGS),
      /** The text was a STOP by CANCEL, END or the like: staff are asked whether the booking was meant. */
      mayMeanCancel: z.literal(true).optional(),
      personal: personal({
        words: z.string().max(1_600),
        /** Pictures, voice messages and files, with their links at the provider. */
        attachments: z
          .array(z.strictObject({ url: z.string().nullable(), contentType: z.string() }))
          .optional(),
      }),
    }),
  },
  /** The mail server took the mail; without one, it was written to a file (`isKept`). */
  MailSent: { schemaVersion: 1, data: z.strictObject({ ...mail, isKept: z.literal(true).optional() }) },
  MailFailed: {
    schemaVersion: 1,
    data: z.strictObject({
      ...mail,
      /** The reply code of the mail server; null when the address can't be used at all. */
      code: z.int().nullable(),
    }),
  },
  /** The connection ended before the mail server had answered. */
  MailOutcomeUnknown: { schemaVersion: 1, data: z.strictObject(mail) },
  MailSuppressed: {
    schemaVersion: 1,
    data: z.strictObject({
      causes,
      why: z.enum(SUPPRESSED_REASONS),
      /** The kind of the message that was not sent; left out where the cause is no longer in the log. */
      kind: z.enum(MESSAGE_KINDS).optional(),
    }),
  },
  /** Staff said that a reply needs no answer. It doesn't change what becomes of messages either. */
  ReplyDismissed: { schemaVersion: 1, data: z.strictObject({ replyId: z.guid() }) },
  /** Staff said the same of a message that didn't arrive, or of which nobody knows; of one that was suppressed, by that event's id. */
  MessageDismissed: { schemaVersion: 1, data: z.strictObject({ attemptId }) },
};
export type MessageEvent = EventOf<typeof messageEventTypes>;

interface Said {
  readonly kind: MessageKind | null;
  readonly causes: readonly string[];
}

/** Whether a message told nothing but the answer to a reply. */
export const isAnswerAlone = ({ kind, causes }: Said): boolean => kind === 'answer' && causes.length === 1;

/** Whether a message told nothing of the booking's state: only an answer, or that the salon is running late. */
export const isAboutNoState = (said: Said): boolean =>
  isAnswerAlone(said) || (said.kind === 'late' && said.causes.length === 1);

/** Whether it means that a message was written to a file, as there is no provider or mail server. */
export const isKeptHere = ({ type, data }: MessageEvent): boolean =>
  type === 'MailSent'
    ? data.isKept === true
    : (type === 'MessageSent' || type === 'MessageDelivered') &&
      data.sid !== undefined &&
      isKeptSid(data.sid);

/** Whether the id of a message says that it became a file here. */
export const isKeptSid = (sid: string): boolean => sid.startsWith('outbox-');

/** An explanation of an event beyond its name, for staff; null where there is none. */
export function explainEvent(event: MessageEvent, channel: MessageChannel): string | null {
  const { type, data } = event;
  switch (type) {
    case 'MessageRequested':
    case 'MessageAttempted':
    case 'ReplyDismissed':
    case 'MessageDismissed':
      return null;
    case 'MessageSent':
    case 'MessageDelivered':
    case 'MailSent':
      return isKeptHere(event) ? WHY_KEPT[channel] : null;
    case 'MessageNotSent':
      return explainMessage('not-sent', data.why, null, channel);
    case 'MessageFailed':
    case 'MailFailed':
      return explainMessage('failed', null, data.code, channel);
    case 'MessageOutcomeUnknown':
      return explainMessage(data.why === 'no-receipt' ? 'no-receipt' : 'unknown', null, null, channel);
    case 'MailOutcomeUnknown':
      return explainMessage('unknown', null, null, channel);
    case 'MessageSuppressed':
    case 'MailSuppressed':
      return explainMessage('suppressed', data.why, null, channel);
    case 'ReplyReceived': {
      const { meaning, mayMeanCancel = false } = data;
      const { words, attachments = [] } = data.personal === ERASED ? { words: null } : data.personal;
      const kinds = attachments.map(({ contentType }) => attachmentKindOf(contentType));
      return explainReply({ meaning, mayMeanCancel, words, attachments: kinds });
    }
  }
}

/** Ordered by `at`: the provider's clock, or ours where it gave no time. */
const optChange = z.strictObject({
  /** The provider's id of the inbound message, or of the attempt that the provider refused. */
  source: z.union([sid, attemptId]),
  at: instant,
});

export const numberEventTypes = {
  NumberOptedOut: { schemaVersion: 1, data: optChange },
  NumberOptedIn: { schemaVersion: 1, data: optChange },
};
export type NumberEvent = EventOf<typeof numberEventTypes>;

/** `sending`: when staff paused and resumed all messages. Stops by the service itself are in the table `sending` only. */
export const SENDING = 'sending';

export const sendingEventTypes = {
  SendingPaused: { schemaVersion: 1, data: z.strictObject({}) },
  SendingResumed: { schemaVersion: 1, data: z.strictObject({}) },
};
export type SendingEvent = EventOf<typeof sendingEventTypes>;
