import { allProjections } from '../../projections/all.ts';
import { type ReadSide, startProjections } from '../../projections/main.ts';
import { createProjectedPositions, type ProjectedPositions } from '../../projections/projected-positions.ts';
import { postgresProcessTable } from '../adapters/process-table.ts';
import { openPersonal } from '../eventsourcing/sealing.ts';
import { runSlotKeeper, type SlotKeeperHealth } from '../features/agenda/run-slot-keeper.ts';
import type { OpenSlot } from '../features/agenda/slot-keeper.ts';
import type { Foundation } from './foundation.ts';
import { SLOT_KEEPER_TABLE, type Stores } from './stores.ts';
import type { WriteSide } from './write-side.ts';

/** What runs without being asked: the projector and the slot keeper. */
export interface Background {
  readonly positions: ProjectedPositions;
  readonly readSide: ReadSide;
  readonly keeperHealth: () => SlotKeeperHealth | undefined;
  stop(): Promise<void>;
}

/** How long a start waits for the read models before it lets requests in; `/readyz` tells the rest. */
const CATCH_UP_PATIENCE_MS = 10_000;

/** Starts what runs in the background and waits a while for the read models to catch up. */
export async function startBackground(
  { log, pool, readPool, keys, links }: Stores,
  { agendas }: WriteSide,
  { now, logger, claimPatienceMs }: Foundation,
): Promise<Background> {
  const background = new AbortController();
  const { signal } = background;
  const positions = createProjectedPositions();
  const projections = allProjections(links);
  const readSide = await startProjections(
    { store: log, pool: readPool, open: openPersonal(keys), projections, positions, logger },
    signal,
  );

  let keeperHealth: SlotKeeperHealth | undefined;
  const keeper = runSlotKeeper(
    {
      store: log,
      agendas,
      table: postgresProcessTable<OpenSlot>(pool, SLOT_KEEPER_TABLE),
      now,
      ...(claimPatienceMs === undefined ? {} : { patienceMs: claimPatienceMs }),
      report: (health) => {
        keeperHealth = health;
      },
    },
    signal,
  ).catch((error: Error) => logger.error({ name: error.name }, 'the slot keeper stopped'));

  const written = await log.head();
  await Promise.all(projections.map(({ name }) => positions.reached(name, written, CATCH_UP_PATIENCE_MS)));
  return {
    positions,
    readSide,
    keeperHealth: () => keeperHealth,
    async stop() {
      background.abort();
      await Promise.all([readSide.ended, keeper]);
    },
  };
}
