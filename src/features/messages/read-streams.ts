import type { ExpectedRevision, RecordedEvent } from '../../eventsourcing/event-store.ts';
import { upcast } from '../../eventsourcing/event-types.ts';
import type { Cause } from './booking-view.ts';
import { type MessageEvent, messageEventTypes } from './events.ts';
import { causeStatus, emptyLedger, evolveLedger, type Ledger } from './ledger.ts';
import { optOutIn } from './opt-outs.ts';

type Recorded = RecordedEvent & MessageEvent;
type Of<Type extends MessageEvent['type']> = RecordedEvent & Extract<MessageEvent, { type: Type }>;

/** A booking's messages as they were read. */
export interface ReadLedger {
  readonly ledger: Ledger;
  /** What staff asked for by the button. */
  readonly requests: readonly Cause[];
  /** Claims, by the attempt's id. */
  readonly claims: ReadonlyMap<string, Of<'MessageAttempted'>>;
  /** When the provider took an attempt, by the attempt's id. */
  readonly sentAt: ReadonlyMap<string, Date>;
  /** For an append to what was read. */
  readonly expected: ExpectedRevision;
}

/** @param recorded the whole stream; its personal parts opened where texts are needed */
export function readLedger(recorded: readonly RecordedEvent[]): ReadLedger {
  const events = recorded.map((event) => upcast(event, messageEventTypes) as Recorded);
  const claims = new Map<string, Of<'MessageAttempted'>>();
  const sentAt = new Map<string, Date>();
  const requests: Cause[] = [];
  const ledger = emptyLedger();
  for (const event of events) {
    evolveLedger(ledger, event);
    if (event.type === 'MessageAttempted') claims.set(event.data.attemptId, event);
    if (event.type === 'MessageSent') sentAt.set(event.data.attemptId, new Date(event.metadata.at));
    if (event.type === 'MessageRequested') {
      const { id, type, position, metadata } = event;
      const at = new Date(metadata.at);
      requests.push({ id, type, position, at, byCustomer: false, words: undefined });
    }
  }
  return { ledger, requests, claims, sentAt, expected: recorded.at(-1)?.revision ?? 'no-stream' };
}

/** Causes that nothing has closed, in the order of the log. */
export const openCauses = (ledger: Ledger, ...causes: readonly (readonly Cause[])[]): readonly Cause[] =>
  causes
    .flat()
    .filter(({ id }) => causeStatus(ledger, id).status === 'open')
    .sort((a, b) => (a.position < b.position ? -1 : 1));

/** Whether a number takes texts. */
export const takesTexts = (recorded: readonly RecordedEvent[]): boolean => optOutIn(recorded) === null;
