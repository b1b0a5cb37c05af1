import { singleFlight } from '../../eventsourcing/async/single-flight.ts';
import type { Position } from '../../eventsourcing/event-store.ts';

/** Anything with the name of a read model. */
export interface NamedModel {
  readonly name: string;
}

interface ProjectionWaitDeps {
  /** Returns the position that a read model has reached, once it has reached `after` or the longest wait is over. */
  reached(name: string, after?: Position): Promise<Position>;
  /** The end of the log. */
  head(): Promise<Position>;
}

/** A position in the form in which it is sent. There, the start of the log has 32 digits like any other, and so has the lack of one. */
export const wirePosition = (position: Position | null): Position => position || '0'.repeat(32);

/** The position of the read model that is furthest behind. */
export const furthestBehind = (positions: readonly Position[]): Position =>
  wirePosition(positions.toSorted()[0] ?? '');

/**
 * Waits for `?after=` until read models have reached a position, and returns the position of each. Call it before rows are read, so
 * that the rows are at least as new as the position in the response. It doesn't wait for a position beyond the end of the log: no
 * command has returned such a position, and requests with made-up positions must not stay open.
 */
export function createProjectionWait({ reached, head }: ProjectionWaitDeps) {
  const end = singleFlight(head);
  /** May ask for the end twice: the first call may share one that was already under way before the position was appended. */
  const isInLog = async (position: Position) => position <= (await end()) || position <= (await end());
  return async (models: readonly NamedModel[], after: Position | undefined): Promise<readonly Position[]> => {
    const now = await Promise.all(models.map(({ name }) => reached(name)));
    if (after === undefined || now.every((position) => position >= after) || !(await isInLog(after)))
      return now;
    return Promise.all(models.map(({ name }) => reached(name, after)));
  };
}

export type ProjectionWait = ReturnType<typeof createProjectionWait>;
