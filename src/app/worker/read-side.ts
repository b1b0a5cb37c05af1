import { allProjections } from '../../../projections/all.ts';
import { followCheckpoints } from '../../../projections/engine/positions/follow-checkpoints.ts';
import type { ProjectedPositions } from '../../../projections/engine/positions/projected-positions.ts';
import {
  createCheckpoints,
  createReadModelStates,
  modelsToAwait,
  type ReadModelState,
} from '../../../projections/engine/read-model-states.ts';
import type { AppContext } from '../context.ts';
import type { MessagesWriteSide } from '../messages.ts';
import type { Stores } from '../stores.ts';
import { catchUp } from './catching-up.ts';
import { startWorker, type Worker } from './worker.ts';

/** This process's access to the state of the read models. */
export interface ReadSide {
  /** Undefined if only other processes project. */
  readonly worker: Worker | undefined;
  readonly positions: ProjectedPositions;
  states(): Promise<readonly ReadModelState[]>;
  /** Waits until requests can read the read models. @throws StartupError once the log hasn't answered for too long */
  catchUp(): Promise<void>;
}

/** Follows the read models, and starts to fill them unless other processes do that. */
export async function startReadSide(
  stores: Stores,
  writeSide: MessagesWriteSide,
  context: AppContext,
): Promise<ReadSide> {
  const { pool, log, links } = stores;
  const { ending, closing } = context;
  const projections = allProjections(links);
  const awaited = await modelsToAwait(pool, projections);
  const read = createCheckpoints(projections);
  const { positions, ended } = await followCheckpoints({ pool, read }, ending);
  closing.defer(() => ended);
  const isApi = context.config.role === 'api';
  return {
    worker: isApi ? undefined : startWorker(stores, writeSide, context, projections),
    positions,
    states: createReadModelStates(pool, log.lagAfter, projections),
    catchUp: () => catchUp({ log, positions, awaited, checkpoints: () => read(pool) }, ending),
  };
}
