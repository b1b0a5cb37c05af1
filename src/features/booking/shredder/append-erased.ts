import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { newEvent } from '../../../eventsourcing/new-event.ts';
import { processContext } from '../../../eventsourcing/processes/process-context.ts';
import { appendMissing } from '../../../eventsourcing/streams/append-missing.ts';
import { customerEventTypes, ERASING_EVENTS } from '../../customers/events.ts';
import { bookingEventTypes } from '../appointment/events.ts';

/** The shredder's name. It is also the key of its checkpoint, so it must never change. */
export const SHREDDER = 'shredder';

const types = { ...bookingEventTypes, ...customerEventTypes };

/** Records that a stream is erased, unless that is recorded already. The event's id follows from the stream, so it counts only once. */
export function appendErased(
  log: Pick<EventStore, 'read' | 'append'>,
  stream: string,
  type: 'BookingErased' | 'CustomerErased',
  now: () => Date,
): Promise<void> {
  return appendMissing(log, stream, (events) => {
    if (events.length === 0 || events.some((event) => ERASING_EVENTS.has(event.type))) return undefined;
    const context = processContext(SHREDDER, [stream]);
    return newEvent({ stream, event: { type, data: {} }, types, context, at: now() });
  });
}
