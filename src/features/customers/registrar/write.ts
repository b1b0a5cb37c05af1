import type { EventStore, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { ERASED } from '../../../eventsourcing/event-types.ts';
import { newEvent } from '../../../eventsourcing/new-event.ts';
import { processContext } from '../../../eventsourcing/processes/process-context.ts';
import { appendMissing } from '../../../eventsourcing/streams/append-missing.ts';
import { type BookingEvent, bookingEventTypes, bookingStream } from '../../booking/appointment/events.ts';
import { contactsAmong, contactsOf, customerIdOf, firstCard, type HashContact } from '../contacts.ts';
import { type CustomerEvent, customerEventTypes, customerStream, REGISTRAR } from '../events.ts';
import { type BookingRequested, bookingHistory } from './booking-history.ts';
import type { RegistrarDecision } from './memory.ts';

export interface WriterDeps {
  /** The log. Events are read as they are stored, sealed: a link needs no personal data. Personal parts of appended events are sealed. */
  readonly log: Pick<EventStore, 'read' | 'append'>;
  /** Opens the personal parts of events. */
  open(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>;
  readonly hash: HashContact;
  now(): Date;
}

const types = { ...customerEventTypes, ...bookingEventTypes };

/** Whether a decision leads to an event of the customer's card. If not, the booking is only linked. */
export const writesCard = ({ bookingId, customerId, learnt }: RegistrarDecision): boolean =>
  learnt.length > 0 || customerId === customerIdOf(bookingId);

/** Writes a decision to the log: first the event of the customer's card, then the link. Events that exist aren't written again. */
export function createDecisionWriter({ log, open, hash, now }: WriterDeps) {
  function cardEvent(
    { bookingId, customerId, learnt }: RegistrarDecision,
    { data: { personal }, metadata }: BookingRequested,
  ): CustomerEvent | undefined {
    // The booking's key is destroyed, although its decision isn't written. This can happen only if the registrar's table was lost after
    // this process had decided. Another process has then decided again, and knows that the booking is erased.
    if (personal === ERASED) return undefined;
    if (customerId === customerIdOf(bookingId)) {
      const card = firstCard(personal);
      return { type: 'CustomerRegistered', data: { bookingId, since: metadata.at, personal: card } };
    }
    const taught = contactsAmong(contactsOf(personal), learnt, hash);
    return { type: 'CustomerContactAdded', data: { bookingId, personal: taught } };
  }

  return async (decision: RegistrarDecision): Promise<void> => {
    const { bookingId, customerId, links } = decision;
    const stream = bookingStream(bookingId);
    const booking = await log.read(stream);
    const { request } = bookingHistory(booking);
    if (!request) throw new Error(`booking ${bookingId} was never requested`);
    // Every registrar uses the same command, so that two of them append the same events, which count only once.
    const context = processContext(REGISTRAR, [bookingId], request);
    const append = (
      to: string,
      missing: (events: readonly RecordedEvent[]) => CustomerEvent | BookingEvent | undefined,
      known?: readonly RecordedEvent[],
    ) =>
      appendMissing(
        log,
        to,
        (events) => {
          const event = missing(events);
          return event && newEvent({ stream: to, event, types, context, at: now() });
        },
        { known },
      );

    if (writesCard(decision)) {
      const [opened = request] = (await open([request])) as readonly BookingRequested[];
      const card = customerStream(customerId);
      const event = cardEvent(decision, opened);
      const isWritten = (events: readonly RecordedEvent[]) =>
        events.some(({ type, data }) => type === 'CustomerErased' || data.bookingId === bookingId);
      if (event) await append(card, (events) => (isWritten(events) ? undefined : event));
      else if (!isWritten(await log.read(card))) return;
    }
    if (links) {
      const link = (events: readonly RecordedEvent[]) =>
        bookingHistory(events).linkedTo === undefined
          ? ({ type: 'BookingLinked', data: { customerId } } as const)
          : undefined;
      await append(stream, link, booking);
    }
  };
}
