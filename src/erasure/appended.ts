import type { EventStore } from '../eventsourcing/event-store.ts';
import { newEvent } from '../eventsourcing/new-event.ts';
import { processContext } from '../eventsourcing/processes/process-context.ts';
import { appendMissing } from '../eventsourcing/streams/append-missing.ts';
import { bookingEventTypes, bookingStream } from '../features/booking/appointment/events.ts';
import { customerEventTypes, ERASING_EVENTS, REGISTRAR } from '../features/customers/events.ts';

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

/**
 * Links a booking back to the customer to whom the registrar had linked it, if it is linked to one who isn't there any more because
 * their import was undone.
 */
export function appendLinkBack(
  log: Pick<EventStore, 'read' | 'append'>,
  bookingId: string,
  isOfUndo: (customerId: string) => boolean,
  now: () => Date,
): Promise<void> {
  const stream = bookingStream(bookingId);
  return appendMissing(log, stream, (events) => {
    const links = events.filter(({ type }) => type === 'BookingLinked');
    const [last, customerId] = [
      links.at(-1),
      links.find(({ metadata: { actor } }) => actor.process === REGISTRAR)?.data.customerId,
    ];
    const isGone = events.some(({ type }) => ERASING_EVENTS.has(type));
    if (!last || isGone || customerId === undefined || !isOfUndo(String(last.data.customerId)))
      return undefined;
    return newEvent({
      stream,
      event: { type: 'BookingLinked', data: { customerId: String(customerId) } },
      types: bookingEventTypes,
      // Staff may have begun several links, and each is followed by one back.
      context: processContext(SHREDDER, [stream, last.id], last),
      at: now(),
    });
  });
}
