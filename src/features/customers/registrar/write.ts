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
  /** The log as it is stored: a link needs no personal part. */
  readonly log: Pick<EventStore, 'read'>;
  /** The same log; it seals personal parts. */
  readonly store: Pick<EventStore, 'append'>;
  /** Opens the personal parts of events. */
  open(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>;
  readonly hash: HashContact;
  now(): Date;
}

/** Of all events about one booking, so that two registrars append the same ones, which count once. */
const commandIdOf = (bookingId: string) => derivedId(REGISTRAR, bookingId);

/** Whether the customer's card has an event by it; else the booking is only linked. */
export const writesCard = ({ bookingId, customerId, learnt }: Decision): boolean =>
  learnt.length > 0 || customerId === customerIdOf(bookingId);

/** Writes a decision to the log: what the customer learns, then the link. What is there already isn't written again. */
export function createDecisionWriter({ log, store, open, hash, now }: WriterDeps) {
  /**
   * Appends an event at the revision read, or nothing; a conflict means to read again.
   *
   * @param next what is missing in the stream as it is; undefined for nothing
   * @param known the stream, where it was read just now
   */
  async function appendMissing<Event extends CustomerEvent | BookingEvent>(
    stream: string,
    { bookingId, request }: { readonly bookingId: string; readonly request: BookingRequested },
    next: (events: readonly RecordedEvent[]) => Event | undefined,
    known?: readonly RecordedEvent[],
  ): Promise<void> {
    for (let events = known ?? (await log.read(stream)); ; events = await log.read(stream)) {
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
    const { bookingId, customerId, links } = decision;
    const stream = bookingStream(bookingId);
    const booking = await log.read(stream);
    const { request } = bookingHistory(booking);
    if (!request) throw new Error(`booking ${bookingId} was never requested`);
    const about = { bookingId, request };

    if (writesCard(decision)) {
      const [opened = request] = (await open([request])) as readonly BookingRequested[];
      await appendMissing(customerStream(customerId), about, (events) => {
        const isThere = events.some(
          ({ type, data }) => type === 'CustomerErased' || data.bookingId === bookingId,
        );
        return isThere ? undefined : cardEvent(decision, opened);
      });
    }
    if (links) {
      const link = (events: readonly RecordedEvent[]) =>
        bookingHistory(events).linkedTo === undefined
          ? ({ type: 'BookingLinked', data: { customerId } } as const)
          : undefined;
      await appendMissing(stream, about, link, booking);
    }
  };
}
