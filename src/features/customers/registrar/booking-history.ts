import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import { type BookingEvent, bookingEventTypes } from '../../booking/appointment/events.ts';
import { REGISTRAR } from '../events.ts';

export type BookingRequested = RecordedEvent & Extract<BookingEvent, { type: 'BookingRequested' }>;
type Recorded = RecordedEvent & BookingEvent;

export interface BookingHistory {
  readonly request: BookingRequested | undefined;
  /** The customer that the registrar has linked the booking to. */
  readonly linkedTo: string | undefined;
  /** Whether the booking was deleted or erased. */
  readonly isGone: boolean;
  /**
   * The customer that staff had linked the booking to before the event with this revision was recorded. Undefined if the shredder has
   * linked it back since, because that customer's import was undone.
   */
  chosenByStaff(before: bigint): string | undefined;
  /** Whether staff had already confirmed it, and undone that, before the event with this revision was recorded. */
  wasConfirmed(before: bigint): boolean;
}

const isBy =
  (process: string) =>
  ({ metadata: { actor } }: Pick<RecordedEvent, 'metadata'>): boolean =>
    actor.kind === 'system' && actor.process === process;
const byRegistrar = isBy(REGISTRAR);

/** Whether staff have linked a booking by this event, and not a process. */
export const isLinkByStaff = ({ metadata: { actor } }: Pick<RecordedEvent, 'metadata'>): boolean =>
  actor.kind !== 'system';

export function bookingHistory(recorded: readonly RecordedEvent[]): BookingHistory {
  const events = recorded.map((event) => upcast(event, bookingEventTypes) as Recorded);
  const links = events.filter((event) => event.type === 'BookingLinked');
  return {
    request: events.find((event) => event.type === 'BookingRequested'),
    linkedTo: links.find(byRegistrar)?.data.customerId,
    isGone: events.some(({ type }) => type === 'BookingDeleted' || type === 'BookingErased'),
    chosenByStaff(before) {
      const last = links.findLast((link) => !byRegistrar(link) && link.revision < before);
      return last && isLinkByStaff(last) ? last.data.customerId : undefined;
    },
    wasConfirmed: (before) =>
      events.some(({ type, revision }) => type === 'BookingConfirmed' && revision < before),
  };
}
