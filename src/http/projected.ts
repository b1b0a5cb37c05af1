import type { Position } from '../eventsourcing/event-store.ts';
import { singleFlight } from '../eventsourcing/single-flight.ts';

/** Anything with the name of a read model. */
export interface NamedModel {
  readonly name: string;
}

export interface ProjectionWaitDeps {
  /** The position that a read model has reached, once it is at `after` or the patience is over. */
  reached(name: string, after?: Position): Promise<Position>;
  /** The end of the log. */
  head(): Promise<Position>;
}

/** How the start of the log looks on the wire, where a position has 32 digits. */
const START = '0'.repeat(32);

/**
 * Waits until read models show everything up to a position, for `?after=`, and answers how far the one furthest behind
 * is. It is asked before the rows are read, so that it never promises more than they show. A position beyond the end of
 * the log is not waited for: no command has answered it, and whoever makes one up shall not hold a request.
 */
export function createProjectionWait({ reached, head }: ProjectionWaitDeps) {
  const end = singleFlight(head);
  /** Asked twice, since the first answer may have been on its way before the position was given out. */
  const isInLog = async (position: Position) => position <= (await end()) || position <= (await end());
  return async (models: readonly NamedModel[], after: Position | undefined): Promise<Position> => {
    const now = await Promise.all(models.map(({ name }) => reached(name)));
    const behind = after !== undefined && now.some((position) => position < after);
    const positions =
      behind && (await isInLog(after))
        ? await Promise.all(models.map(({ name }) => reached(name, after)))
        : now;
    return positions.sort()[0] || START;
  };
}

export type ProjectionWait = ReturnType<typeof createProjectionWait>;
