import type { HistoryChange } from '../../src/contracts/history/history.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { ERASED, type EventTypes, upcast } from '../../src/eventsourcing/event-types.ts';
import { ownsStream } from '../../src/eventsourcing/streams/decider.ts';
import { AGENDA, agendaEventTypes } from '../../src/features/booking/agenda/events.ts';
import { BOOKING, bookingEventTypes } from '../../src/features/booking/appointment/events.ts';
import { SERVICE, serviceEventTypes } from '../../src/features/catalogue/events.ts';
import {
  CUSTOMER,
  customerEventTypes,
  MERGES,
  mergesEventTypes,
} from '../../src/features/customers/events.ts';
import { HOURS, hoursEventTypes } from '../../src/features/hours/events.ts';
import { MAILS, MESSAGES, messageEventTypes } from '../../src/features/messages/events.ts';
import type { ProjectedEvent } from '../engine/projection.ts';
import { tellAgenda } from './fields/agenda.ts';
import { tellBooking } from './fields/booking.ts';
import { tellCustomer, tellMerges } from './fields/customer.ts';
import { differences, type Fields, mentioned, type Tell } from './fields/fields.ts';
import { tellHours } from './fields/hours.ts';
import { tellMessage } from './fields/message.ts';
import { tellService } from './fields/service.ts';

/** What an event changed. */
export interface Description {
  readonly changes: readonly HistoryChange[];
  /** Its personal part was erased. */
  readonly erased: boolean;
  /** Id of what led to it, where its metadata doesn't say. */
  readonly follows: string | undefined;
  /** The whole thing before and after it. */
  readonly before: Fields;
  readonly after: Fields;
}

interface Kind {
  readonly streams: string;
  readonly eventTypes: EventTypes;
  readonly tell: Tell;
}

const kind = (streams: string, eventTypes: EventTypes, tell: unknown): Kind => ({
  streams,
  eventTypes,
  tell: tell as Tell,
});

const KINDS: readonly Kind[] = [
  kind(`${BOOKING}-`, bookingEventTypes, tellBooking),
  kind(`${AGENDA}-`, agendaEventTypes, tellAgenda),
  kind(`${SERVICE}-`, serviceEventTypes, tellService),
  kind(HOURS, hoursEventTypes, tellHours),
  kind(`${CUSTOMER}-`, customerEventTypes, tellCustomer),
  kind(MERGES, mergesEventTypes, tellMerges),
  kind(`${MESSAGES}-`, messageEventTypes, tellMessage),
  kind(`${MAILS}-`, messageEventTypes, tellMessage),
];

const NOTHING: Fields = {};

/**
 * What each event of a stream changed, by the event's id.
 *
 * @param events the whole stream in order, its personal parts opened
 * @throws UnknownEvent
 */
export function describeStream(
  stream: string,
  events: readonly RecordedEvent[],
): ReadonlyMap<string, Description> {
  const found = KINDS.find((one) => ownsStream(one, stream));
  if (!found) throw new Error(`${stream} has no history`);
  const things = new Map<string | undefined, Fields>();
  const fieldsOf = (key?: string) => things.get(key) ?? NOTHING;
  const beginnings = new Map<string | undefined, string>();
  const descriptions = new Map<string, Description>();
  for (const recorded of events) {
    const event = upcast(recorded, found.eventTypes) as ProjectedEvent;
    const told = found.tell(event, fieldsOf);
    const before = fieldsOf(told.key);
    const after = told.fields ?? before;
    things.set(told.key, after);
    const follows = told.follows === 'the beginning' ? beginnings.get(told.key) : told.follows;
    if (!beginnings.has(told.key)) beginnings.set(told.key, event.id);
    const said = mentioned(told);
    const isSaid = ({ field }: HistoryChange) => said.some((other) => other.field === field);
    descriptions.set(event.id, {
      changes: [...said, ...differences(before, after).filter((change) => !isSaid(change))],
      erased: event.data.personal === ERASED,
      follows,
      before,
      after,
    });
  }
  return descriptions;
}
