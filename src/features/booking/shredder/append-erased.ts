import { type EventStore, type NewEvent, WrongExpectedRevision } from '../../../eventsourcing/event-store.ts';
import { derivedId, eventIdOf } from '../../../eventsourcing/identity.ts';
import { ERASING_EVENTS } from '../../customers/events.ts';

/** Its name and its checkpoint's key, so it must never change. */
export const SHREDDER = 'shredder';

/** Records that a stream is erased, unless it says so already. The id follows from the stream, so it counts once. */
export async function appendErased(
  log: Pick<EventStore, 'read' | 'append'>,
  stream: string,
  type: 'BookingErased' | 'CustomerErased',
  now: () => Date,
): Promise<void> {
  const commandId = derivedId(SHREDDER, stream);
  for (;;) {
    const events = await log.read(stream);
    const last = events.at(-1);
    if (!last || events.some((event) => ERASING_EVENTS.has(event.type))) return;
    const erased: NewEvent = {
      id: eventIdOf(commandId, stream, type),
      type,
      data: {},
      metadata: {
        commandId,
        requestHash: SHREDDER,
        correlationId: commandId,
        causationId: commandId,
        actor: { kind: 'system', process: SHREDDER },
        at: now().toISOString(),
        schemaVersion: 1,
      },
    };
    try {
      await log.append(stream, last.revision, [erased]);
      return;
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
}
