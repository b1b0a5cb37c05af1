import { setTimeout as sleep } from 'node:timers/promises';
import { singleFlight } from '../../../src/eventsourcing/async/single-flight.ts';
import { LOG_START, type Position } from '../../../src/eventsourcing/event-store.ts';
import { type ProjectedPositions, READ_PATIENCE_MS } from './projected-positions.ts';

/** How often the checkpoints are read while a request waits; otherwise they aren't read. */
const POLL_EVERY_MS = 5;
/** How often they are read for a reader that always waits for the next position. */
const ADVANCE_EVERY_MS = 200;

/**
 * Positions in a process that doesn't project. It polls the checkpoints, which the projector writes together with the
 * rows. All waiting requests share one query.
 *
 * @param read returns the checkpoints by the read models' names; a missing one counts as the start of the log
 * @param onWait called when a request begins to wait
 */
export function createPolledPositions(
  read: () => Promise<ReadonlyMap<string, Position>>,
  onWait: () => void = () => {},
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
      // Checkpoints only go up, so one that has reached `after` needn't be read again.
      if (after !== LOG_START && at(name) >= after) return at(name);
      const until = performance.now() + patienceMs;
      await poll();
      if (at(name) < after) onWait();
      while (at(name) < after && performance.now() < until) await pollLater();
      return at(name);
    },
    async advanced(name, position) {
      await sleep(ADVANCE_EVERY_MS);
      if (at(name) <= position) await poll();
      return at(name);
    },
  };
}
