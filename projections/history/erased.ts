import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { DROPPED } from '../../src/eventsourcing/sealing/open-personal.ts';
import { BOOKING, idOfBooking } from '../../src/features/booking/appointment/events.ts';
import { ERASING_EVENTS } from '../../src/features/customers/events.ts';
import { ledgersOf } from '../../src/features/messages/events.ts';

/**
 * The events, without the personal parts of streams that end with an erasure, and of the messages about such a booking. Their keys are
 * destroyed some moments after that event, and an answer that was made in between and is cached must not outlive them.
 *
 * @param events whole streams; of messages together with their booking's
 */
export function withoutErased(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const erased = new Set<string>();
  for (const { type, stream } of events) {
    if (!ERASING_EVENTS.has(type)) continue;
    erased.add(stream);
    if (stream.startsWith(`${BOOKING}-`))
      for (const ledger of ledgersOf(idOfBooking(stream))) erased.add(ledger);
  }
  if (erased.size === 0) return events;
  return events.map((event) =>
    erased.has(event.stream) && 'sealed' in event.data
      ? { ...event, data: { ...event.data, sealed: DROPPED } }
      : event,
  );
}
