import type { Position } from '../../eventsourcing/event-store.ts';
import { refuse } from '../../http/refusal.ts';

interface PositionsDeps {
  positionOf(eventId: string): Promise<Position | undefined>;
  /** Whether the index has all events of the log's present end. Waits a moment for that. */
  isIndexComplete(): Promise<boolean>;
}

/** Position of an event in the log. @throws Refused `unknown-event`, `unavailable` */
export type EventPositions = (eventId: string) => Promise<Position>;

/** Finds events that programs name, by an index that may be behind. */
export const createEventPositions =
  ({ positionOf, isIndexComplete }: PositionsDeps): EventPositions =>
  async (eventId) => {
    const known = await positionOf(eventId);
    if (known !== undefined) return known;
    // The event may have been sent before the index had it.
    const isComplete = await isIndexComplete();
    const found = await positionOf(eventId);
    if (found !== undefined) return found;
    throw refuse(isComplete ? 'unknown-event' : 'unavailable');
  };
