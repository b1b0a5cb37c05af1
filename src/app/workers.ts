import { allProjections } from '../../projections/all.ts';
import { createFollowedPositions } from '../../projections/engine/polled-positions.ts';
import {
  createProjectedPositions,
  type ProjectedPositions,
} from '../../projections/engine/projected-positions.ts';
import { createCheckpoints } from '../../projections/engine/read-model-states.ts';
import { type ReadSide, startProjections } from '../../projections/engine/start.ts';
import type { Metrics } from '../adapters/metrics.ts';
import { postgresProcessTable } from '../adapters/postgres/process-table.ts';
import { openPersonal } from '../eventsourcing/sealing/sealed-event-store.ts';
import type { OpenSlot } from '../features/booking/slot-keeper/keeper.ts';
import { runSlotKeeper, type SlotKeeperHealth } from '../features/booking/slot-keeper/run.ts';
import type { AppContext } from './context.ts';
import { SLOT_KEEPER_TABLE, type Stores } from './stores.ts';
import type { WriteSide } from './write-side.ts';

/** What runs without being asked, in one process of several: the projector, and beside it the slot keeper. */
export interface Background {
  readonly positions: ProjectedPositions;
  readonly readSide: Pick<ReadSide, 'health'>;
  /** Of this process's keeper; undefined where another process projects. */
  keeperHealth(): SlotKeeperHealth | undefined;
}

/** Starts the projector, or its hot standby, and with it what works only where projecting is done. */
export async function startBackground(
  { log, pool, readPool, keys, links }: Stores,
  { agendas }: WriteSide,
  { now, logger, claimPatienceMs, ending, closing }: AppContext,
  metrics: Metrics,
): Promise<Background> {
  const projections = allProjections(links);

  let keeper: SlotKeeperHealth | undefined;
  const keepSlots = async (signal: AbortSignal) => {
    const deps = {
      store: log,
      agendas,
      table: postgresProcessTable<OpenSlot>(pool, SLOT_KEEPER_TABLE),
      now,
      ...(claimPatienceMs === undefined ? {} : { patienceMs: claimPatienceMs }),
      settled: metrics.slotSettled,
      report: (health: SlotKeeperHealth) => {
        keeper = health;
      },
    };
    await runSlotKeeper(deps, signal).catch((error: Error) =>
      logger.error({ name: error.name }, 'the slot keeper stopped'),
    );
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
      beside: keepSlots,
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
    keeperHealth: () => (isActive() ? keeper : undefined),
  };
}
