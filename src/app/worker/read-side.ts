import { allProjections } from '../../../projections/all.ts';
import { createPolledPositions } from '../../../projections/engine/positions/polled-positions.ts';
import type { ProjectedPositions } from '../../../projections/engine/positions/projected-positions.ts';
import {
  createCheckpoints,
  createReadModelStates,
  modelsToAwait,
  type ReadModelState,
} from '../../../projections/engine/read-model-states.ts';
import type { Stores } from '../stores.ts';
import { catchUp } from './catching-up.ts';
import { startWorkerThread, type WorkerContext, type WorkerThread } from './start-worker-thread.ts';

/** This process's access to the state of the read models. */
export interface ReadSide {
  /** The worker thread; undefined if only other processes project. */
  readonly worker: WorkerThread | undefined;
  readonly positions: ProjectedPositions;
  states(): Promise<readonly ReadModelState[]>;
  /** Waits until requests can read the read models. @throws StartupError once the log hasn't answered for too long */
  catchUp(): Promise<void>;
}

/** Starts the worker thread that fills the read models, unless other processes do that. */
export async function startReadSide(
  { pool, log, links }: Pick<Stores, 'pool' | 'log' | 'links'>,
  context: WorkerContext,
): Promise<ReadSide> {
  const projections = allProjections(links);
  const awaited = await modelsToAwait(pool, projections);
  const isApi = context.config.role === 'api';
  const worker = isApi ? undefined : startWorkerThread({ pool, log }, context, projections);
  const checkpoints = createCheckpoints(pool, projections);
  const positions = worker?.positions ?? createPolledPositions(checkpoints, log.hurryNotices);
  return {
    worker,
    positions,
    states: createReadModelStates(pool, log.lagAfter, projections),
    catchUp: () => catchUp({ log, positions, awaited, checkpoints }, context.ending),
  };
}
