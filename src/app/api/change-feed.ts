import { HISTORY_STREAMS } from '../../../projections/history/kinds.ts';
import { history } from '../../../projections/history/projection.ts';
import { createPositionOf } from '../../../projections/history/queries.ts';
import { ownsStream } from '../../eventsourcing/streams/decider.ts';
import { createEventPositions, type EventPositions } from '../../features/change-feed/event-positions.ts';
import { createFeedReader } from '../../features/change-feed/read-feed.ts';
import { changeFeedRoutes } from '../../features/change-feed/routes.ts';
import type { ApiContext } from './context.ts';

/** The positions of events. The read model of histories, which has every event's id, is the index. */
export const eventPositionsOf = ({
  pool,
  log,
  positions,
}: Pick<ApiContext, 'pool' | 'log' | 'positions'>): EventPositions =>
  createEventPositions({
    positionOf: createPositionOf(pool),
    async isIndexComplete() {
      const head = await log.head();
      return (await positions.reached(history.name, head)) >= head;
    },
  });

export function changeFeedOperations({ on, pool, log, positions, publicUrl }: ApiContext): void {
  const read = createFeedReader({
    log,
    positionOf: eventPositionsOf({ pool, log, positions }),
    isIndexed: (stream) => HISTORY_STREAMS.some((streams) => ownsStream({ streams }, stream)),
    source: publicUrl,
  });
  changeFeedRoutes({ on, read });
}
