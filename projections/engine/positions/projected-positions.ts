import { LOG_START, type Position } from '../../../src/eventsourcing/event-store.ts';

/** The positions of the read models, for requests whose response must include what a command has written. */
export interface ProjectedPositions {
  /**
   * The read model's position, once it has reached `after` or the time is up; at once without `after`. Rows that are read
   * afterwards are at least as new.
   */
  reached(name: string, after?: Position, patienceMs?: number): Promise<Position>;
  /** The read model's position, once it is beyond `position` or a second is over. For a reader that always waits for the next one. */
  advanced(name: string, position: Position): Promise<Position>;
}

/** The same in the projector's process, where it writes the positions. */
export interface ProjectedPositionsWriter extends ProjectedPositions {
  /** Notes that the read model's rows hold everything up to here. */
  advance(name: string, position: Position): void;
}

/** How long `advanced` waits, in milliseconds. */
const ADVANCE_PATIENCE_MS = 1_000;

/** Sorts right after a position, and so before every later one, whatever positions look like. */
export const beyond = (position: Position): string => `${position}0`;

/** The longest wait for a read model, in milliseconds. */
export const READ_PATIENCE_MS = 2_000;

interface Waiting {
  readonly after: Position;
  resolve(position: Position): void;
}

export function createProjectedPositions(): ProjectedPositionsWriter {
  const positions = new Map<string, Position>();
  const waiting = new Map<string, Set<Waiting>>();

  const own: ProjectedPositionsWriter = {
    async reached(name, after = LOG_START, patienceMs = READ_PATIENCE_MS) {
      const now = positions.get(name) ?? LOG_START;
      if (now >= after) return now;
      const waiters = waiting.get(name) ?? new Set();
      waiting.set(name, waiters);
      const { promise, resolve } = Promise.withResolvers<Position>();
      const waiter: Waiting = { after, resolve };
      waiters.add(waiter);
      const timer = setTimeout(() => resolve(positions.get(name) ?? LOG_START), patienceMs);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        waiters.delete(waiter);
      }
    },
    advanced: (name, position) => own.reached(name, beyond(position), ADVANCE_PATIENCE_MS),
    advance(name, position) {
      positions.set(name, position);
      for (const waiter of waiting.get(name) ?? []) if (position >= waiter.after) waiter.resolve(position);
    },
  };
  return own;
}
