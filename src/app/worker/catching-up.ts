import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectedPositions } from '../../../projections/engine/positions/projected-positions.ts';
import type { EventLog } from '../../adapters/event-log/event-log.ts';
import { untilAborted } from '../../eventsourcing/async/until-aborted.ts';
import type { Position } from '../../eventsourcing/event-store.ts';

interface CatchingUpDeps {
  readonly log: Pick<EventLog, 'head'>;
  readonly positions: Pick<ProjectedPositions, 'reached'>;
  /** Names of the read models that are waited for. */
  readonly awaited: readonly string[];
  /** Checkpoints by name of the read models that have tables. */
  checkpoints(): Promise<ReadonlyMap<string, Position>>;
}

/** How long a start waits until the rows are up to date. After that it serves requests anyway, but `/readyz` is 503. */
const CATCH_UP_PATIENCE_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/**
 * Waits for the read models. It waits a limited time until their rows are up to date. It waits without a limit until their tables
 * exist, since nothing can be shown before. Meanwhile it asks the log again and again, so that the start gives up once the log
 * hasn't answered for too long.
 *
 * @throws StartupError once the log hasn't answered for too long
 */
export async function catchUp(
  { log, positions, awaited, checkpoints }: CatchingUpDeps,
  signal: AbortSignal,
): Promise<void> {
  let written = await log.head();
  for (
    let built = await checkpoints();
    !awaited.every((name) => built.has(name));
    built = await checkpoints()
  ) {
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
    written = await log.head();
  }
  const caughtUp = awaited.map((name) => positions.reached(name, written, CATCH_UP_PATIENCE_MS));
  await untilAborted(Promise.all(caughtUp), signal);
}
