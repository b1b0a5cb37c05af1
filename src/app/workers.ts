import { allProjections } from '../../projections/all.ts';
import { createFollowedPositions } from '../../projections/engine/polled-positions.ts';
import {
  createProjectedPositions,
  type ProjectedPositions,
} from '../../projections/engine/projected-positions.ts';
import { createCheckpoints } from '../../projections/engine/read-model-states.ts';
import { type ReadSide, startProjections } from '../../projections/engine/start.ts';
import type { Metrics } from '../adapters/metrics.ts';
import {
  postgresItemTable,
  postgresProcessStore,
  type Transaction,
} from '../adapters/postgres/process-store.ts';
import type { ProcessManager } from '../eventsourcing/process-manager.ts';
import { type ProcessHealth, runProcessManager } from '../eventsourcing/run-process-manager.ts';
import { openPersonal } from '../eventsourcing/sealing/sealed-event-store.ts';
import { createSlotKeeper } from '../features/booking/slot-keeper/keeper.ts';
import type { AppContext } from './context.ts';
import { sweepRegularly } from './housekeeping.ts';
import type { Stores } from './stores.ts';
import type { WriteSide } from './write-side.ts';

/** A process manager as this process runs it. */
export interface Worker {
  readonly name: string;
  /** Undefined where another process does its work. */
  health(): ProcessHealth | undefined;
}

/** What runs without being asked, in one process of several: the projector, and beside it the process managers. */
export interface Workers {
  readonly positions: ProjectedPositions;
  readonly readSide: Pick<ReadSide, 'health'>;
  readonly processes: readonly Worker[];
}

/** Every process manager there is. */
export const createProcessManagers = (
  { log }: Pick<Stores, 'log'>,
  { agendas }: Pick<WriteSide, 'agendas'>,
  { now, claimPatienceMs: patienceMs }: Pick<AppContext, 'now' | 'claimPatienceMs'>,
  metrics: Pick<Metrics, 'slotSettled'>,
): readonly ProcessManager<Transaction>[] => [
  createSlotKeeper({
    store: log,
    agendas,
    table: postgresItemTable('slot_keeper_slots'),
    now,
    ...(patienceMs !== undefined && { patienceMs }),
    settled: metrics.slotSettled,
  }),
];

/** Starts the projector, or its hot standby, and with it what works only where projecting is done. */
export async function startWorkers(
  stores: Stores,
  writeSide: WriteSide,
  context: AppContext,
  metrics: Metrics,
): Promise<Workers> {
  const { log, pool, readPool, keys, links } = stores;
  const { logger, ending, closing } = context;
  const projections = allProjections(links);

  const managers = createProcessManagers(stores, writeSide, context, metrics);
  const healthOf = new Map<string, ProcessHealth>();
  const runManager = (manager: ProcessManager<Transaction>, signal: AbortSignal) => {
    const report = (health: ProcessHealth) => healthOf.set(manager.name, health);
    return runProcessManager(manager, { log, store: postgresProcessStore(pool), report }, signal).catch(
      (err: unknown) => logger.error({ err, process: manager.name }, 'A process manager stopped.'),
    );
  };
  const runBeside = async (signal: AbortSignal) => {
    healthOf.clear();
    await Promise.all([
      ...managers.map((manager) => runManager(manager, signal)),
      sweepRegularly(pool, logger, signal),
    ]);
  };

  const own = createProjectedPositions();
  const readSide = await startProjections(
    {
      store: log,
      pool: readPool,
      open: openPersonal(keys),
      projections,
      positions: own,
      logger,
      onBatch: metrics.batchProjected,
      beside: runBeside,
    },
    ending,
  );
  closing.defer(() => readSide.ended);
  const isActive = () => readSide.health().role === 'active';
  const others = createFollowedPositions(createCheckpoints(pool, projections));
  return {
    // Where the projecting is done it is known without a look; a standby follows whoever does it.
    positions: { reached: (...asked) => (isActive() ? own : others).reached(...asked) },
    readSide,
    processes: managers.map(({ name }) => ({
      name,
      health: () => (isActive() ? healthOf.get(name) : undefined),
    })),
  };
}
