import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import { errorText } from './poison.ts';
import { noteStatus } from './registry.ts';

/** Why a read model stopped, and what it has missed since. */
interface Stop {
  readonly error: string;
  /** Position of the event that it can't handle. */
  readonly at: Position;
  /** How many events of its streams have been delivered since. */
  readonly missed: number;
}

/** The read models that stopped at an event they can't handle, until they are tried again. */
export interface StoppedModels {
  of(name: string): Stop | undefined;
  names(): readonly string[];
  /** @param isLive false when the live tables aren't this program's, so that their status isn't touched */
  add(name: string, failure: unknown, at: Position, isLive?: boolean): Promise<void>;
  missed(name: string, events: number): void;
  /** Removes it, so that it can be tried again; false when it hadn't stopped. */
  remove(name: string): boolean;
}

export function createStoppedModels(pool: Pool, logger: Pick<Logger, 'error'>): StoppedModels {
  const stops = new Map<string, Stop>();
  return {
    of: (name) => stops.get(name),
    names: () => [...stops.keys()],
    async add(name, failure, at, isLive = true) {
      const error = errorText(failure);
      // Registered first: a stopped read model that is registered as running counts as rebuilt, and is tried again.
      if (isLive) await noteStatus(pool, name, { error, at });
      stops.set(name, { error, at, missed: 0 });
      logger.error({ err: failure, readModel: name, at }, 'A read model stopped.');
    },
    missed(name, events) {
      const stop = stops.get(name);
      if (stop) stops.set(name, { ...stop, missed: stop.missed + events });
    },
    remove: (name) => stops.delete(name),
  };
}
