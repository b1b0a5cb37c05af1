import pg from 'pg';
import { isOutage } from '../../src/adapters/postgres/outage.ts';
import { retrying } from '../../src/eventsourcing/async/retrying.ts';
import {
  type EventBatch,
  knownEvent,
  type RecordedEvent,
  StoreUnavailable,
} from '../../src/eventsourcing/event-store.ts';
import { UnreadableEvent } from '../../src/eventsourcing/event-types.ts';
import type { Projector } from './projector.ts';
import { CheckpointMoved } from './registry.ts';

/** An event that a read model can't handle. */
interface Poison {
  readonly event: RecordedEvent;
  readonly error: unknown;
}

/** True for a failure that has nothing to do with the events: a store can't be reached, or another projector took over. */
export const isElsewhere = (error: unknown): boolean =>
  error instanceof CheckpointMoved || error instanceof StoreUnavailable || isOutage(error);

/** An error as text for logs and health pages. Of a database error only the code, since its message may quote personal data. */
export function errorText(error: unknown): string {
  if (error instanceof pg.DatabaseError) {
    const where = [error.table, error.column, error.constraint].filter(Boolean).join(' ');
    return `database error ${error.code ?? ''} ${where}`.trim();
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error';
}

/** The end of a batch. */
type Reached = Pick<EventBatch, 'position' | 'last'>;

/** A failure that would certainly repeat itself isn't retried. */
const RETRYING = {
  firstMs: 100,
  longestMs: 1_000,
  tries: 4,
  retries: (error: unknown) => !isElsewhere(error) && !(error instanceof UnreadableEvent),
};

async function apply(projector: Projector, events: readonly RecordedEvent[], upTo: Reached): Promise<void> {
  await projector.apply(await projector.workIn(events), upTo.position, upTo.last);
}

/** Halves the batch until only the failing event is left; everything before it is applied. */
async function bisect(
  projector: Projector,
  events: readonly RecordedEvent[],
  upTo: Reached,
): Promise<Poison | null> {
  try {
    await apply(projector, events, upTo);
    return null;
  } catch (error) {
    const [first] = events;
    if (isElsewhere(error) || !first) throw error;
    if (events.length === 1) return { event: first, error };
  }
  const half = Math.floor(events.length / 2);
  const middle = events[half - 1];
  const reached = middle ? { position: middle.position, last: knownEvent(middle) } : upTo;
  return (
    (await bisect(projector, events.slice(0, half), reached)) ??
    (await bisect(projector, events.slice(half), upTo))
  );
}

/**
 * Applies a batch to a read model, or everything up to the event that it can't handle, which is returned.
 *
 * @throws when the database is away or another projector runs, and so nothing is wrong with the events
 */
export async function applyOrFindPoison(
  projector: Projector,
  events: readonly RecordedEvent[],
  upTo: Reached,
): Promise<Poison | null> {
  try {
    await retrying(null, RETRYING, () => apply(projector, events, upTo));
    return null;
  } catch (error) {
    if (isElsewhere(error)) throw error;
    return bisect(projector, events, upTo);
  }
}
