import pg from 'pg';
import { isOutage } from '../../src/adapters/postgres/outage.ts';
import { type Position, type RecordedEvent, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { UnreadableEvent } from '../../src/eventsourcing/event-types.ts';
import { retrying } from '../../src/eventsourcing/retrying.ts';
import type { Projector } from './projector.ts';
import { CheckpointMoved } from './registry.ts';

/** An event that a read model can't handle. */
export interface Poison {
  readonly event: RecordedEvent;
  readonly error: unknown;
}

/** True for a failure that the events have no part in: a store can't be reached, or another projector took over. */
export const isElsewhere = (error: unknown): boolean =>
  error instanceof CheckpointMoved || error instanceof StoreUnavailable || isOutage(error);

/** For logs and health pages. The message of a database error may quote personal data, so only its code is used. */
export function errorText(error: unknown): string {
  if (error instanceof pg.DatabaseError) {
    const where = [error.table, error.column, error.constraint].filter(Boolean).join(' ');
    return `database error ${error.code ?? ''} ${where}`.trim();
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error';
}

const RETRIES = 3;
const BACK_OFF = { firstMs: 100, longestMs: 1_000 };

async function apply(projector: Projector, events: readonly RecordedEvent[], upTo: Position): Promise<void> {
  await projector.apply(await projector.workIn(events), upTo);
}

/** Tries again with back-off, unless the outcome is certain to be the same. */
function withRetries(attempt: () => Promise<void>): Promise<void> {
  let failures = 0;
  const retries = (error: unknown) => {
    failures += 1;
    return failures <= RETRIES && !isElsewhere(error) && !(error instanceof UnreadableEvent);
  };
  return retrying(null, { ...BACK_OFF, retries }, attempt);
}

/** Halves the batch until the event that fails stands alone; everything before it is applied. */
async function bisect(
  projector: Projector,
  events: readonly RecordedEvent[],
  upTo: Position,
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
  const middle = events[half - 1]?.position ?? upTo;
  return (
    (await bisect(projector, events.slice(0, half), middle)) ??
    (await bisect(projector, events.slice(half), upTo))
  );
}

/**
 * Applies a batch to a read model, or everything up to the event that it can't handle, which is returned.
 *
 * @throws when the database is away or another projector runs: nothing is wrong with the events then
 */
export async function applyOrFindPoison(
  projector: Projector,
  events: readonly RecordedEvent[],
  upTo: Position,
): Promise<Poison | null> {
  try {
    await withRetries(() => apply(projector, events, upTo));
    return null;
  } catch (error) {
    if (isElsewhere(error)) throw error;
    return bisect(projector, events, upTo);
  }
}
