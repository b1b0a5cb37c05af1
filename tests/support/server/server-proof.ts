import { type EventStore, LOG_START, type RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { createProof } from '../../../src/proof/bookings-proof.ts';
import type { Violation } from '../../../src/proof/violation.ts';

/** The whole log as it is now, in order. */
export async function wholeLog(log: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  const reading = new AbortController();
  for await (const batch of log.subscribe({ from: LOG_START, signal: reading.signal })) {
    events.push(...batch.events);
    if (batch.caughtUp) reading.abort();
  }
  return events;
}

/** The violations of the booking protocol in the log. */
export function violationsOf(events: readonly RecordedEvent[], now: Date): readonly Violation[] {
  const proof = createProof();
  for (const event of events) proof.apply(event);
  return proof.violations(now);
}
