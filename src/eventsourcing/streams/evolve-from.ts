import type { RecordedEvent } from '../event-store.ts';
import { type DomainEvent, MisplacedEvent, UnreadableEvent, upcast } from '../event-types.ts';
import type { Decider } from './decider.ts';

/**
 * The state after a recorded event, and the event in its newest shape.
 *
 * @throws UnreadableEvent when this program doesn't know the event, or when the event can't follow the ones before it
 */
export function evolveFrom<Event extends DomainEvent, Folded>(
  before: Folded,
  recorded: RecordedEvent,
  { eventTypes, evolve }: Pick<Decider<never, Event, unknown, unknown, Folded>, 'eventTypes' | 'evolve'>,
): { readonly event: Event; readonly state: Folded } {
  try {
    // `upcast` has checked that the type is one of the decider's.
    const event = upcast(recorded, eventTypes) as unknown as Event;
    return { event, state: evolve(before, event) };
  } catch (error) {
    throw error instanceof UnreadableEvent ? error : new MisplacedEvent(recorded, error);
  }
}
