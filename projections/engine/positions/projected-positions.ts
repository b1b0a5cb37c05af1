import { filter, firstValueFrom, merge, Subject, timer } from 'rxjs';
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

/** How long `advanced` waits, in milliseconds. */
const ADVANCE_PATIENCE_MS = 1_000;

/** Sorts right after a position, and so before every later one, whatever positions look like. */
export const beyond = (position: Position): string => `${position}0`;

/** The longest wait for a read model, in milliseconds. */
const READ_PATIENCE_MS = 2_000;

/** The positions as this process knows them, which only go up. */
interface KnownPositions extends ProjectedPositions {
  /** Notes that the rows of read models hold everything up to here. */
  advance(moved: Iterable<readonly [name: string, position: Position]>): void;
}

export function createProjectedPositions(): KnownPositions {
  const known = new Map<string, Position>();
  const moves = new Subject<void>();
  const at = (name: string) => known.get(name) ?? LOG_START;

  const positions: KnownPositions = {
    async reached(name, after = LOG_START, patienceMs = READ_PATIENCE_MS) {
      const isReached = () => at(name) >= after;
      if (!isReached()) await firstValueFrom(merge(moves.pipe(filter(isReached)), timer(patienceMs)));
      return at(name);
    },
    advanced: (name, position) => positions.reached(name, beyond(position), ADVANCE_PATIENCE_MS),
    advance(moved) {
      for (const [name, position] of moved) if (position > at(name)) known.set(name, position);
      moves.next();
    },
  };
  return positions;
}
