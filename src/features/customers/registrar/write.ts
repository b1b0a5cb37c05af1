import {
  type EventStore,
  type NewEvent,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../../../eventsourcing/event-store.ts';
import { ERASED } from '../../../eventsourcing/event-types.ts';
import { derivedId, eventIdOf } from '../../../eventsourcing/identity.ts';
import { type BookingEvent, bookingEventTypes, bookingStream } from '../../booking/appointment/events.ts';
import { contactsAmong, contactsOf, customerIdOf, firstCard, type HashContact } from '../contacts.ts';
import { type CustomerEvent, customerEventTypes, customerStream } from '../events.ts';
import { type BookingRequested, bookingHistory, REGISTRAR } from './booking-history.ts';
import type { Decision } from './memory.ts';

interface WriterDeps {
  /** Seals and opens personal parts. */
  readonly store: Pick<EventStore, 'read' | 'append'>;
  readonly hash: HashContact;
  now(): Date;
}

/** Of all events about one booking, so that two registrars append the same ones, which count once. */
const commandIdOf = (bookingId: string) => derivedId(REGISTRAR, bookingId);

/** Writes a decision to the log: what the customer learns, then the link. What is there already isn't written again. */
export function createDecisionWriter({ store, hash, now }: WriterDeps) {
  /**
   * Appends an event at the revision read, or nothing; a conflict means to read again.
   *
   * @param next what is missing in the stream as it is; undefined for nothing
   */
  async function appendMissing<Event extends CustomerEvent | BookingEvent>(
    stream: string,
    { bookingId, request }: { readonly bookingId: string; readonly request: BookingRequested },
    next: (events: readonly RecordedEvent[]) => Event | undefined,
  ): Promise<void> {
    for (;;) {
      const events = await store.read(stream);
      const missing = next(events);
      if (!missing) return;
      const { type, data } = missing;
      const types = { ...customerEventTypes, ...bookingEventTypes };
      const commandId = commandIdOf(bookingId);
      const event: NewEvent = {
        id: eventIdOf(commandId, stream, type),
        type,
        data: types[type].data.parse(data),
        metadata: {
          commandId,
          requestHash: REGISTRAR,
          correlationId: request.metadata.correlationId,
          causationId: request.id,
          actor: { kind: 'system', process: REGISTRAR },
          at: now().toISOString(),
          schemaVersion: types[type].schemaVersion,
        },
      };
      try {
        await store.append(stream, events.at(-1)?.revision ?? 'no-stream', [event]);
        return;
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
      }
    }
  }

  function cardEvent({ bookingId, customerId, learnt }: Decision, request: BookingRequested): CustomerEvent {
    const { personal } = request.data;
    if (customerId === customerIdOf(bookingId)) {
      const since = request.metadata.at;
      return { type: 'CustomerRegistered', data: { bookingId, since, personal: firstCard(personal) } };
    }
    const taught = personal === ERASED ? ERASED : contactsAmong(contactsOf(personal), learnt, hash);
    return { type: 'CustomerContactAdded', data: { bookingId, personal: taught } };
  }

  return async (decision: Decision): Promise<void> => {
    const { bookingId, customerId, learnt, links } = decision;
    const { request } = bookingHistory(await store.read(bookingStream(bookingId)));
    if (!request) throw new Error(`booking ${bookingId} was never requested`);
    const about = { bookingId, request };

    if (learnt.length > 0 || customerId === customerIdOf(bookingId)) {
      await appendMissing(customerStream(customerId), about, (events) => {
        const isThere = events.some(
          ({ type, data }) => type === 'CustomerErased' || data.bookingId === bookingId,
        );
        return isThere ? undefined : cardEvent(decision, request);
      });
    }
    if (links) {
      await appendMissing(bookingStream(bookingId), about, (events) =>
        bookingHistory(events).linkedTo === undefined
          ? { type: 'BookingLinked', data: { customerId } }
          : undefined,
      );
    }
  };
}
