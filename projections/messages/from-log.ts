import type { AdminMessage } from '../../src/contracts/messages/messages.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../src/eventsourcing/event-types.ts';
import {
  channelOf,
  explainEvent,
  isKeptHere,
  type MessageEvent,
  messageEventTypes,
} from '../../src/features/messages/events.ts';

type Recorded = RecordedEvent & MessageEvent;
type Step = AdminMessage['steps'][number];

/** What the log alone has of a message. */
export type FromLog = Pick<AdminMessage, 'to' | 'text' | 'steps'>;

export const NOTHING: FromLog = { to: null, text: null, steps: [] };

/** The id of the message that an event is about: of the attempt, or of the event where there was none. */
const messageOf = ({ id, type, data }: Recorded): string => {
  switch (type) {
    case 'MessageSuppressed':
    case 'ReplyReceived':
      return id;
    case 'MessageRequested':
      return data.resends ?? id;
    default:
      return data.attemptId;
  }
};

const causesOf = ({ type, data }: Recorded): readonly string[] =>
  type === 'MessageAttempted' || type === 'MessageSuppressed' ? data.causes : [];

const stepOf = (event: Recorded): Step => ({
  type: event.type,
  at: event.metadata.at,
  explanation: explainEvent(event, channelOf(event.stream)),
  kept_here: isKeptHere(event),
});

/** Of a file here nothing more was to be heard; earlier versions noted all the same that it had been delivered. */
const tells = (event: Recorded, before: readonly Recorded[]): boolean =>
  event.type !== 'MessageDelivered' ||
  !before.some((one) => one.type === 'MessageSent' && isKeptHere(one) && messageOf(one) === messageOf(event));

function saidIn({ type, data }: Recorded): Pick<FromLog, 'to' | 'text'> | undefined {
  if (type === 'MessageAttempted' && data.personal !== ERASED) return data.personal;
  if (type === 'ReplyReceived' && data.personal !== ERASED) return { to: null, text: data.personal.words };
  return undefined;
}

/**
 * The texts, or the mails, about a booking, by their ids, each with all that was tried: also before, where an earlier try never left, or
 * staff asked for it again.
 *
 * @param recorded the whole stream, its personal parts opened; those of an erased customer don't open any more
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
    const tried = new Set<Recorded>();
    const add = (one: typeof message) => {
      if (one.events.some((event) => tried.has(event))) return;
      for (const event of one.events) tried.add(event);
      for (const other of messages.values()) if (other !== one && leadsTo(other, one)) add(other);
    };
    add(message);
    const said = message.events.map(saidIn).find((some) => some !== undefined);
    shown.set(id, {
      ...NOTHING,
      ...said,
      steps: events.filter((event) => tried.has(event) && tells(event, message.events)).map(stepOf),
    });
  }
  return shown;
}

interface Message {
  readonly events: readonly Recorded[];
  readonly causes: ReadonlySet<string>;
}

/** Whether one message is an earlier try of another: for the same cause, or asked for again. */
const leadsTo = (earlier: Message, later: Message): boolean => {
  const [first, begins] = [earlier.events[0], later.events[0]];
  if (!first || !begins || first.revision > begins.revision) return false;
  return (
    [...later.causes].some((cause) => earlier.causes.has(cause)) ||
    earlier.events.some(({ id, type }) => type === 'MessageRequested' && later.causes.has(id))
  );
};
