import { type EventStore, StoreUnavailable, WrongExpectedRevision } from '../../eventsourcing/event-store.ts';
import type { AppendOutcome } from '../metrics.ts';

const outcomeOf = (error: unknown): AppendOutcome => {
  if (error instanceof WrongExpectedRevision) return 'conflict';
  return error instanceof StoreUnavailable ? 'unavailable' : 'refused';
};

/** The log's append, timed from the call to its outcome. */
export const measuredAppend =
  (
    append: EventStore['append'],
    ended: (outcome: AppendOutcome, seconds: number) => void,
  ): EventStore['append'] =>
  async (stream, expected, events) => {
    const startedAt = performance.now();
    const end = (outcome: AppendOutcome) => ended(outcome, (performance.now() - startedAt) / 1000);
    try {
      const result = await append(stream, expected, events);
      end('appended');
      return result;
    } catch (error) {
      end(outcomeOf(error));
      throw error;
    }
  };
