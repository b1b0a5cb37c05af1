import type { ExportedMessage } from '../../src/contracts/customers/customer-export.ts';
import type { AdminMessage } from '../../src/contracts/messages/messages.ts';
import { attachmentKindOf } from '../../src/contracts/messages/reply-words.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../src/eventsourcing/event-types.ts';
import {
  bookingOfMessages,
  channelOf,
  explainEvent,
  isKeptHere,
  type MessageEvent,
  messageEventTypes,
} from '../../src/features/messages/events.ts';

type Recorded = RecordedEvent & MessageEvent;
type MessageStep = AdminMessage['steps'][number];

/** The fields of a message that only the log has: the read model keeps no personal data. */
export type FromLog = Pick<AdminMessage, 'to' | 'text' | 'attachments' | 'steps'>;

export const NOTHING: FromLog = { to: null, text: null, attachments: [], steps: [] };

/** The id of the message that an event is about: that of the attempt, or of the event where there was none. */
const messageOf = ({ id, type, data }: Recorded): string => {
  switch (type) {
    case 'MessageSuppressed':
    case 'MailSuppressed':
    case 'ReplyReceived':
      return id;
    case 'ReplyDismissed':
      return data.replyId;
    case 'MessageRequested':
      return data.resends ?? data.answers ?? id;
    case 'MailSent':
    case 'MailFailed':
    case 'MailOutcomeUnknown':
      return data.mailId;
    default:
      return data.attemptId;
  }
};

const causesOf = ({ data }: Recorded): readonly string[] =>
  'causes' in data ? (data.causes as string[]) : [];

const stepOf = (event: Recorded): MessageStep => ({
  type: event.type,
  at: event.metadata.at,
  explanation: explainEvent(event, channelOf(event.stream)),
  kept_here: isKeptHere(event),
});

/** Hides the delivery of a text that was written to a file: a worker that takes over from a killed one records it. */
const isShown = (event: Recorded, before: readonly Recorded[]): boolean =>
  event.type !== 'MessageDelivered' ||
  !before.some((one) => one.type === 'MessageSent' && isKeptHere(one) && messageOf(one) === messageOf(event));

function contentIn({ type, data }: Recorded): Partial<FromLog> | undefined {
  switch (type) {
    case 'MessageAttempted':
    case 'MailSent':
    case 'MailFailed':
    case 'MailOutcomeUnknown':
      return data.personal === ERASED ? undefined : data.personal;
  }
  if (type === 'ReplyReceived' && data.personal !== ERASED) {
    const { words, attachments = [] } = data.personal;
    const shown = attachments.map(({ url, contentType }) => ({ url, kind: attachmentKindOf(contentType) }));
    return { text: words, attachments: shown };
  }
  return undefined;
}

/**
 * The texts, or the mails, about a booking, by their ids. The steps of each include earlier attempts that never left, and those that
 * staff requested again.
 *
 * @param recorded the whole stream, its personal parts decrypted; those of an erased customer can't be decrypted any more
 */
export function messagesFromLog(recorded: readonly RecordedEvent[]): ReadonlyMap<string, FromLog> {
  const events = recorded.map((event) => upcast(event, messageEventTypes) as Recorded);
  const messages = new Map<string, { readonly events: Recorded[]; readonly causes: Set<string> }>();
  for (const event of events) {
    const id = messageOf(event);
    const message = messages.get(id) ?? { events: [], causes: new Set() };
    messages.set(id, message);
    message.events.push(event);
    for (const cause of causesOf(event)) message.causes.add(cause);
  }
  const shown = new Map<string, FromLog>();
  for (const [id, message] of messages) {
    const steps = new Set<Recorded>();
    const add = (one: typeof message) => {
      if (one.events.some((event) => steps.has(event))) return;
      for (const event of one.events) steps.add(event);
      for (const other of messages.values()) if (other !== one && leadsTo(other, one)) add(other);
    };
    add(message);
    const content = message.events.map(contentIn).find((some) => some !== undefined);
    shown.set(id, {
      ...NOTHING,
      ...content,
      steps: events.filter((event) => steps.has(event) && isShown(event, message.events)).map(stepOf),
    });
  }
  return shown;
}

interface Message {
  readonly events: readonly Recorded[];
  readonly causes: ReadonlySet<string>;
}

/** Whether one message is an earlier attempt of another: for the same cause, or requested again. */
const leadsTo = (earlier: Message, later: Message): boolean => {
  const [first, begins] = [earlier.events[0], later.events[0]];
  if (!first || !begins || first.revision > begins.revision) return false;
  return (
    [...later.causes].some((cause) => earlier.causes.has(cause)) ||
    earlier.events.some(({ id, type }) => type === 'MessageRequested' && later.causes.has(id))
  );
};

/**
 * All messages of one ledger, for a customer's export.
 *
 * @param recorded the ledger's whole stream, its personal parts decrypted
 */
export const messagesOfLedger = (ledger: string, recorded: readonly RecordedEvent[]): ExportedMessage[] =>
  [...messagesFromLog(recorded)].map(([id, { to, text, attachments, steps }]) => ({
    id,
    booking_id: bookingOfMessages(ledger),
    channel: channelOf(ledger),
    to,
    text,
    attachments: [...attachments],
    steps: [...steps],
  }));
