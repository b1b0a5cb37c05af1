import type { ExpectedRevision, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../../eventsourcing/event-types.ts';
import type { Cause } from '../decision/booking-view.ts';
import {
  channelOf,
  isAboutNoState,
  type MessageEvent,
  type MessageKind,
  messageEventTypes,
  type SuppressedReason,
  type UnknownReason,
} from '../events.ts';

/** A claim to call the provider once, and what became of it; or a mail. */
export interface Attempt {
  readonly id: string;
  readonly causes: readonly string[];
  readonly kind: MessageKind;
  notSent: boolean;
  /** The provider's id; of a mail that was written to a file, one that says so. */
  sid: string | undefined;
  delivered: boolean;
  /** It has the provider's code, if there was one. */
  failed: { readonly code: number | null } | undefined;
  unknown: UnknownReason | undefined;
  /** Staff have requested it again. */
  resent: boolean;
}

/** The status of an attempt. All but `open`, `reopened` and `sent` are final. */
type AttemptStatus = 'open' | 'reopened' | 'sent' | 'delivered' | 'failed' | 'unknown' | 'no-receipt';

/** The outcome of a cause. */
type CauseStatus =
  | { readonly status: 'open' | 'suppressed' }
  | { readonly status: Exclude<AttemptStatus, 'reopened' | 'open'>; readonly attempt: Attempt }
  | { readonly status: 'attempted'; readonly attempt: Attempt };

/** The messages of one booking, from its stream. */
export interface Ledger {
  readonly attempts: Map<string, Attempt>;
  readonly suppressed: Map<string, SuppressedReason>;
  /** How often staff have written an answer to a reply, by the reply's id. */
  readonly answers: Map<string, number>;
  /** Ids of replies that need no answer, and of messages that need nothing more. */
  readonly dismissed: Set<string>;
}

export const emptyLedger = (): Ledger => ({
  attempts: new Map(),
  suppressed: new Map(),
  answers: new Map(),
  dismissed: new Set(),
});

/** An attempt known only by its outcome: the log was restored without the claim. */
const unseen = (id: string): Attempt => ({
  id,
  causes: [],
  kind: 'custom',
  notSent: false,
  sid: undefined,
  delivered: false,
  failed: undefined,
  unknown: undefined,
  resent: false,
});

function attemptOf(ledger: Ledger, id: string): Attempt {
  const attempt = ledger.attempts.get(id) ?? unseen(id);
  ledger.attempts.set(id, attempt);
  return attempt;
}

/** The ledger after the event; changes the given one in place. */
export function evolveLedger(ledger: Ledger, { type, data }: MessageEvent): Ledger {
  switch (type) {
    case 'MessageAttempted': {
      const { attemptId: id, causes, kind } = data;
      ledger.attempts.set(id, { ...attemptOf(ledger, id), causes, kind });
      break;
    }
    case 'MessageRequested':
      if (data.resends !== undefined) {
        const attempt = ledger.attempts.get(data.resends);
        if (attempt) attempt.resent = true;
      }
      if (data.answers !== undefined)
        ledger.answers.set(data.answers, (ledger.answers.get(data.answers) ?? 0) + 1);
      break;
    case 'MessageNotSent':
      attemptOf(ledger, data.attemptId).notSent = true;
      break;
    case 'MessageSent':
      attemptOf(ledger, data.attemptId).sid = data.sid;
      break;
    case 'MessageDelivered': {
      const attempt = attemptOf(ledger, data.attemptId);
      attempt.delivered = true;
      attempt.sid ??= data.sid;
      break;
    }
    case 'MessageFailed': {
      const attempt = attemptOf(ledger, data.attemptId);
      attempt.failed = { code: data.code };
      attempt.sid ??= data.sid;
      break;
    }
    case 'MessageOutcomeUnknown':
      attemptOf(ledger, data.attemptId).unknown = data.why;
      break;
    case 'MailSent':
    case 'MailFailed':
    case 'MailOutcomeUnknown': {
      const { mailId: id, causes, kind } = data;
      ledger.attempts.set(id, {
        ...unseen(id),
        causes,
        kind,
        sid: type === 'MailSent' && data.isKept ? `outbox-${id}` : undefined,
        delivered: type === 'MailSent',
        failed: type === 'MailFailed' ? { code: data.code } : undefined,
        unknown: type === 'MailOutcomeUnknown' ? 'no-answer' : undefined,
      });
      break;
    }
    case 'MailSuppressed':
    case 'MessageSuppressed':
      for (const cause of data.causes) ledger.suppressed.set(cause, data.why);
      break;
    case 'ReplyDismissed':
      ledger.dismissed.add(data.replyId);
      break;
    case 'MessageDismissed':
      ledger.dismissed.add(data.attemptId);
      break;
    case 'ReplyReceived':
      break;
  }
  return ledger;
}

/** Delivered wins over failed, and failed over sent, in whatever order they arrived. */
export function statusOf({ delivered, failed, unknown, sid, notSent }: Attempt): AttemptStatus {
  if (delivered) return 'delivered';
  if (failed) return 'failed';
  if (sid !== undefined) return unknown ? 'no-receipt' : 'sent';
  if (unknown) return 'unknown';
  return notSent ? 'reopened' : 'open';
}

/** The status of the latest attempt for the cause, leaving out those that are known not to have left. */
export function causeStatus({ attempts, suppressed }: Ledger, cause: string): CauseStatus {
  const attempt = [...attempts.values()].findLast(
    (one) => one.causes.includes(cause) && statusOf(one) !== 'reopened',
  );
  if (attempt) {
    const status = statusOf(attempt);
    if (status === 'open' || status === 'reopened') return { status: 'attempted', attempt };
    return { status, attempt };
  }
  return { status: suppressed.has(cause) ? 'suppressed' : 'open' };
}

export const hasEnded = ({ status }: CauseStatus): boolean => !['open', 'attempted', 'sent'].includes(status);

/** The attempt without a recorded outcome; there is at most one unless the log was restored. */
export const openAttempt = ({ attempts }: Ledger): Attempt | undefined =>
  [...attempts.values()].find((attempt) => statusOf(attempt) === 'open');

/**
 * Whether staff may request it again. A message that is sent again is about the booking as it is now, so one that was only an answer
 * to a reply, or told only that the salon is running late, is not sent again: staff write a new one instead.
 */
export const canResend = (attempt: Attempt): boolean =>
  !attempt.resent && !isAboutNoState(attempt) && ['failed', 'unknown'].includes(statusOf(attempt));

type Of<Type extends MessageEvent['type']> = RecordedEvent & Extract<MessageEvent, { type: Type }>;

/** An event that says what a message told, to whom, and of which revision of its booking. */
type Telling = Of<'MessageAttempted' | 'MailSent' | 'MailFailed' | 'MailOutcomeUnknown'>;

/** A booking's ledger as it was read. */
export interface ReadLedger {
  readonly ledger: Ledger;
  /** Messages that staff requested by the button, and their answers to replies. */
  readonly requests: readonly Cause[];
  /** Claims, by the attempt's id; and mails, by theirs. */
  readonly claims: ReadonlyMap<string, Telling>;
  /** When the provider took an attempt, by the attempt's id. */
  readonly sentAt: ReadonlyMap<string, Date>;
  /** The revision that was read, at which an append must happen. */
  readonly expected: ExpectedRevision;
}

/** @param recorded the whole stream; its personal parts decrypted where texts are needed */
export function readLedger(recorded: readonly RecordedEvent[]): ReadLedger {
  const events = recorded.map((event) => upcast(event, messageEventTypes));
  const claims = new Map<string, Telling>();
  const sentAt = new Map<string, Date>();
  const requests: Cause[] = [];
  const ledger = emptyLedger();
  for (const event of events) {
    evolveLedger(ledger, event);
    if (event.type === 'MessageAttempted') claims.set(event.data.attemptId, event);
    if (event.type === 'MailSent' || event.type === 'MailFailed' || event.type === 'MailOutcomeUnknown')
      claims.set(event.data.mailId, event);
    if (event.type === 'MessageSent') sentAt.set(event.data.attemptId, new Date(event.metadata.at));
    if (event.type === 'MessageRequested') {
      const { id, type, position, metadata, data, stream } = event;
      const { personal } = data;
      const customText = personal && personal !== ERASED ? personal.words : undefined;
      // A text takes everything along; a mail about a change brings the calendar entry, so it is one of its own.
      const isLate = data.lateMinutes !== undefined;
      const isAlone = isLate && channelOf(stream) === 'email';
      const request = { id, type, position, at: new Date(metadata.at), byCustomer: false, customText };
      requests.push({ ...request, ...(isLate && { isLate }), ...(isAlone && { isAlone }) });
    }
  }
  return { ledger, requests, claims, sentAt, expected: recorded.at(-1)?.revision ?? 'no-stream' };
}

/** The causes that are still open, in the order of the log. */
export const openCauses = (ledger: Ledger, ...causes: readonly (readonly Cause[])[]): readonly Cause[] =>
  causes
    .flat()
    .filter(({ id }) => causeStatus(ledger, id).status === 'open')
    .sort((a, b) => (a.position < b.position ? -1 : 1));

/** Open causes by the message that tells of them: what is to be told of the booking, and mails about being late. */
export const toldTogether = (open: readonly Cause[]): readonly [Cause[], Cause[]] => [
  open.filter(({ isAlone }) => !isAlone),
  open.filter(({ isAlone }) => isAlone),
];
