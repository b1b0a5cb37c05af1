import type { Logger } from 'pino';
import type { ProjectedPositions } from '../../../projections/engine/positions/projected-positions.ts';
import { createChangesBetween } from '../../../projections/history/live/changes.ts';
import { createLiveHub } from '../../../projections/history/live/hub.ts';
import { liveRoutes } from '../../../projections/history/live/routes.ts';
import { createHistoryReader } from '../../../projections/history/reader.ts';
import { historyRoutes } from '../../../projections/history/routes.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { openPersonal } from '../../eventsourcing/sealing/open-personal.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { namesOfUsers } from '../../features/accounts/users/users.ts';
import { undosIn } from '../../features/undo/judge.ts';
import type { ResourceDeps } from './operations.ts';

interface HistoryDeps extends Omit<ResourceDeps, 'now'> {
  readonly log: EventStore;
  readonly keys: SealingKeys;
  readonly positions: ProjectedPositions;
  readonly logger: Logger;
  /** Aborted when the service begins to stop. */
  readonly draining: AbortSignal;
}

/** Operations that read all past events, and that stream changes as they happen. */
export function historyOperations(deps: HistoryDeps): void {
  const { on, pool, timeZone, log, keys, positions, logger, draining } = deps;
  historyRoutes({
    on,
    read: createHistoryReader({
      pool,
      log,
      open: openPersonal(keys),
      namesOf: (userIds) => namesOfUsers(pool, userIds),
      undosIn,
      timeZone,
    }),
  });
  const changesBetween = createChangesBetween(pool);
  liveRoutes({ on, hub: createLiveHub({ changesBetween, positions, logger, ending: draining }) });
}
