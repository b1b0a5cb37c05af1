import { setTimeout as sleep } from 'node:timers/promises';
import type { Projection } from '../../../projections/engine/projection.ts';
import type { ReadSideHealth } from '../../../projections/engine/read-side-health.ts';
import { startProjections } from '../../../projections/engine/supervisor.ts';
import { createPool, type PoolUse, poolUse } from '../../adapters/postgres/pool.ts';
import { openPersonal } from '../../eventsourcing/sealing/open-personal.ts';
import type { AppContext } from '../context.ts';
import type { MessagesWriteSide } from '../messages.ts';
import type { Stores } from '../stores.ts';
import { createProcesses, type ProcessManagerHealth } from './processes.ts';

const POOL_SIZE = 10;
/** Everything that may be under way when the service stops has a shorter time-out. */
const STOP_WITHIN_MS = 15_000;

/** The projector and the process managers of this process. Of several processes, one is active. */
export interface Worker {
  readSide(): ReadSideHealth;
  /** Health of the process managers that run here; empty on a standby. */
  processes(): readonly ProcessManagerHealth[];
  /** Use of the connections that requests don't have. */
  pool(): PoolUse;
}

/**
 * Starts the projector, or its hot standby, with the process managers and the senders. They have connections of their own, so that
 * neither they nor requests wait for each other's.
 */
export function startWorker(
  stores: Stores,
  writeSide: MessagesWriteSide,
  context: AppContext,
  projections: readonly Projection[],
): Worker {
  const { log, keys } = stores;
  const { databaseUrl, logger, metrics, ending, closing, onLost } = context;
  const onError = (err: Error) =>
    logger.warn({ err }, 'A database connection was lost; the pool replaces it.');
  const pool = createPool({ url: databaseUrl, name: 'projector', max: POOL_SIZE, onError });
  closing.defer(() => pool.end());
  const processes = createProcesses({
    ...context,
    ...stores,
    ...writeSide,
    pool,
    retry: (name) => readSide.retry(name),
    rebuild: (name, signal) => readSide.rebuild(name, signal),
  });
  const readSide = startProjections(
    {
      store: log,
      pool,
      open: openPersonal(keys),
      projections,
      logger,
      onBatch: metrics.batchProjected,
      whileActive: processes.run,
    },
    ending,
  );
  readSide.ended.catch((err: Error) => {
    logger.fatal({ err }, 'The projector ended by itself.');
    onLost(err);
  });
  closing.defer(() => Promise.race([readSide.ended.catch(() => {}), sleep(STOP_WITHIN_MS)]));
  return { readSide: readSide.health, processes: processes.health, pool: () => poolUse(pool) };
}
