import { setTimeout as sleep } from 'node:timers/promises';
import { LOG_START, type Position } from '../../src/eventsourcing/event-store.ts';
import { singleFlight } from '../../src/eventsourcing/single-flight.ts';
import { type ProjectedPositions, READ_PATIENCE_MS } from './projected-positions.ts';

/** How often the checkpoints are read while a request waits; at other times they aren't. */
const POLL_EVERY_MS = 5;

/**
 * Positions for a process that doesn't project: it polls the checkpoints that the projector, wherever it runs, writes
 * together with the rows. All requests that wait share one query.
 *
 * @param read checkpoints by the read model's name; one that isn't there is at the start of the log
 */
export function createPolledPositions(
  read: () => Promise<ReadonlyMap<string, Position>>,
): ProjectedPositions {
  let known: ReadonlyMap<string, Position> = new Map();
  const poll = singleFlight(async () => {
    known = await read();
  });
  const pollLater = singleFlight(async () => {
    await sleep(POLL_EVERY_MS);
    await poll();
  });
  const at = (name: string) => known.get(name) ?? LOG_START;

  return {
    async reached(name, after = LOG_START, patienceMs = READ_PATIENCE_MS) {
      // Checkpoints only go up, so one that was far enough before needn't be read again.
      if (after !== LOG_START && at(name) >= after) return at(name);
      const until = performance.now() + patienceMs;
      await poll();
      while (at(name) < after && performance.now() < until) await pollLater();
      return at(name);
    },
  };
}
